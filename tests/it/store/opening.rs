//! Opening a store: each address that cannot be right is told so, and nothing is made by mistake.

use kupa::store::dialect::Address;
use kupa::store::{Settings, Store, StoreError, migrate};

use crate::support::databases::on_both;

fn refused(url: &str) -> String {
    Store::open(url, Settings::default()).expect_err(url).to_string()
}

#[test]
fn an_unknown_scheme_is_refused_and_makes_no_file() {
    for url in ["", "mysql://root@localhost/kupa", "kupa.db", "host=localhost dbname=kupa", "postgres:kupa", "Sqlite:x"]
    {
        assert!(refused(url).contains("it must be postgres://"), "{url}");
        assert!(url.is_empty() || !std::path::Path::new(url).exists());
    }
    for url in ["sqlite:", "sqlite://", "sqlite::memory:"] {
        assert!(refused(url).contains("must name a file"), "{url}");
    }
}

#[test]
fn a_password_is_never_shown() {
    let url = "postgres://ann:s3cret@127.0.0.1:1/kupa?password=s3cret";
    let address: Address = url.parse().unwrap();
    assert_eq!(address.to_string(), "postgres://127.0.0.1:1/kupa");
    let said = refused(url);
    assert!(said.starts_with("cannot open postgres://127.0.0.1:1/kupa: ") && !said.contains("s3cret"), "{said}");
    assert!(!refused("mysql:ann:s3cret@x").contains("s3cret"));
}

#[test]
fn a_file_that_is_not_there_is_not_made_but_by_migrating() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a b.db");
    let url = format!("sqlite://{}", path.display());
    assert!(refused(&url).contains("there is no file"));
    assert!(!path.exists());
    migrate::up(&url.parse().unwrap()).unwrap();
    assert_eq!(Store::open(&url, Settings::default()).unwrap().address(), &Address::Sqlite(path));
}

on_both! {
    fn a_schema_that_is_behind_or_ahead_is_told_by_name(database) {
        use diesel::connection::SimpleConnection;
        let last = migrate::down(&database.address(), 1).unwrap().remove(0);
        let Err(StoreError::Unmigrated { steps, .. }) = Store::open(&database.url, Settings::default()) else {
            panic!("opened a schema that is behind");
        };
        assert_eq!(steps, last);
        migrate::up(&database.address()).unwrap();
        database.owner().batch_execute("INSERT INTO __diesel_schema_migrations (version) VALUES ('9999')").unwrap();
        let Err(StoreError::Newer { steps, .. }) = Store::open(&database.url, Settings::default()) else {
            panic!("opened a schema that is ahead");
        };
        assert_eq!(steps, "9999");
    }

    fn a_reader_cannot_write(database) {
        use diesel::connection::SimpleConnection;
        let mut reader = database.store().reader().unwrap();
        let written = reader.batch_execute("UPDATE shards SET next_seq = 7");
        assert!(written.unwrap_err().to_string().contains("read"), "it says that only reads are allowed");
    }
}
