//! All that a database holds, so that two moments can be compared.

use std::collections::BTreeMap;

use kupa::domain::act::row::Row;
use kupa::store::books;
use kupa::store::dialect::Db;

use super::app::TestApp;

/// The rows of every table, as text; those apart that only remember what requests were told.
pub fn contents(app: &TestApp) -> BTreeMap<&'static str, Vec<String>> {
    let mut store = app.database.store().reader().unwrap();
    let mut found = BTreeMap::new();
    macro_rules! read { ($($row:ty),+ $(,)?) => { $( found.insert(<$row>::TABLE, rows::<$row>(&mut store)); )+ } }
    read!(
        kupa::domain::act::remembered::Claim,
        kupa::domain::switches::Switchboard,
        kupa::domain::conduct::Jurisdictions,
        kupa::domain::finance::day_total::DayTotal,
        kupa::domain::finance::approval::Approval,
        kupa::domain::sessions::refresh_token::RefreshToken,
        kupa::domain::sessions::session::Session,
        kupa::domain::sessions::sign_outs::SignOuts,
        kupa::domain::staff::member::Member,
        kupa::domain::staff::client::Client,
        kupa::domain::wallets::deposit::Deposit,
        kupa::domain::wallets::obligation::Obligation,
        kupa::domain::wallets::withdrawal::Withdrawal,
        kupa::domain::rooms::version::RoomVersion,
        kupa::domain::rake::version::ScheduleVersion,
        kupa::domain::players::player::Player,
        kupa::domain::players::person::Person,
        kupa::domain::players::rating::Rating,
        kupa::domain::mails::Mail,
        kupa::domain::games::game::Game,
        kupa::domain::games::settlement::Settlement,
        kupa::domain::ledger::account::Account,
        kupa::domain::ledger::transfer::Transfer,
        kupa::domain::ledger::transfer::Posting,
        kupa::domain::ledger::event::Event,
    );
    found
}

fn rows<R: Row>(db: &mut Db) -> Vec<String> {
    let found = books::page::<R>(db, None, 100_000).unwrap();
    found.iter().map(|row| format!("{row:?}")).collect()
}
