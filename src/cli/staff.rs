//! `kupa staff add`, `kupa client add`: the house's first people and programs, added on its own machine.

use std::io::{BufRead, IsTerminal};

use clap::{Args, Subcommand};
use uuid::Uuid;

use super::single_act::{NotDone, open, submit};
use crate::actions::staff::{AddClient, AddStaff};
use crate::config::DatabaseOptions;
use crate::domain::act::Actor;
use crate::domain::ids::{ClientId, StaffId};
use crate::domain::names::MAX_NAME_CHARS;
use crate::domain::players::access::{Role, Scope};
use crate::domain::rooms::shipped;
use crate::domain::slug::Slug;
use crate::domain::text::{is_email, is_label};
use crate::store::StoreError;
use crate::store::rooms::list_rooms;
use crate::web::password::{self, MAX_PASSWORD_BYTES, MIN_PASSWORD_CHARS};

/// `kupa staff ..`
#[derive(Debug, Subcommand)]
pub enum StaffCommand {
    /// Add a member of staff; the password is asked for, or read from standard input
    Add(AddStaffArgs),
}

/// The options of `kupa staff add`.
#[derive(Debug, Args)]
pub struct AddStaffArgs {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub database: DatabaseOptions,
    /// By which they sign in
    #[arg(long, env = "KUPA_EMAIL", value_name = "EMAIL")]
    pub email: String,
    /// What they are: owner, director, floor, finance, compliance, support, viewer
    #[arg(long, env = "KUPA_ROLE", value_name = "ROLE")]
    pub role: Role,
}

/// `kupa client ..`
#[derive(Debug, Subcommand)]
pub enum ClientCommand {
    /// Add a client app; its identity and its secret are printed, once
    Add(AddClientArgs),
}

/// The options of `kupa client add`.
#[derive(Debug, Args)]
pub struct AddClientArgs {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub database: DatabaseOptions,
    /// What people call it
    #[arg(long, env = "KUPA_NAME", value_name = "NAME")]
    pub name: String,
    /// What it may do, with commas: players:write, players:read, games:report, payments:write, exports:read, ..
    #[arg(long, env = "KUPA_SCOPES", value_name = "SCOPE,..", value_delimiter = ',', required = true)]
    pub scopes: Vec<Scope>,
    /// Where it may do it, with commas; everywhere if it is not said
    #[arg(long, env = "KUPA_ROOMS", value_name = "ROOM,..", value_delimiter = ',')]
    pub rooms: Vec<Slug>,
}

/// Why nobody was added.
#[derive(Debug, thiserror::Error)]
pub enum NotAdded {
    /// The settings, the database, or the act's refusal.
    #[error(transparent)]
    NotDone(#[from] NotDone),
    /// No e-mail address.
    #[error("{0:?} is not an e-mail address")]
    Email(String),
    /// No name.
    #[error("{0:?} is no name: 1 to 80 characters that can be seen, no blanks around")]
    Name(String),
    /// The password cannot be read, or will not do.
    #[error("{0}")]
    Password(String),
    /// The operating system.
    #[error(transparent)]
    System(#[from] std::io::Error),
}

/// `kupa staff add`.
///
/// # Errors
/// [`NotAdded`].
pub fn staff(command: &StaffCommand) -> Result<(), NotAdded> {
    let StaffCommand::Add(args) = command;
    if !is_email(&args.email) {
        return Err(NotAdded::Email(args.email.clone()));
    }
    let password = password::hash(&read_password()?).map_err(NotDone::from)?;
    let staff = StaffId(Uuid::now_v7());
    let (email, role) = (args.email.clone(), args.role);
    let added = submit(&args.database, AddStaff { by: Actor::System, staff, email, password, role })?;
    println!("{} added: {} signs in by {}", added.staff, args.role, args.email);
    Ok(())
}

/// `kupa client add`.
///
/// # Errors
/// [`NotAdded`].
pub fn client(command: &ClientCommand) -> Result<(), NotAdded> {
    let ClientCommand::Add(args) = command;
    if !is_label(&args.name) || !(1..=MAX_NAME_CHARS).contains(&args.name.chars().count()) {
        return Err(NotAdded::Name(args.name.clone()));
    }
    warn_of_rooms(args)?;
    let secret = password::new_secret();
    let act = AddClient {
        by: Actor::System,
        client: ClientId(Uuid::now_v7()),
        name: args.name.clone(),
        secret: password::secret_digest(&secret),
        scopes: args.scopes.clone(),
        rooms: args.rooms.clone(),
    };
    let added = submit(&args.database, act)?;
    println!("client_id {}\nclient_secret {secret}", added.client);
    Ok(())
}

/// Rooms may be published later, and the shipped ones are with the first start of the service; but it may be a slip.
fn warn_of_rooms(args: &AddClientArgs) -> Result<(), NotAdded> {
    let store = open(&args.database)?;
    let known =
        list_rooms(&mut *store.reader().map_err(NotDone::from)?).map_err(StoreError::from).map_err(NotDone::from)?;
    let shipped = shipped::rooms();
    let is_known = |room: &Slug| {
        known.iter().any(|row| row.slug == *room) || shipped.iter().any(|(slug, _)| *slug == room.as_str())
    };
    for room in args.rooms.iter().filter(|room| !is_known(room)) {
        eprintln!("warning: there is no room {room}: until it is published, the app can do nothing there");
    }
    Ok(())
}

fn read_password() -> Result<String, NotAdded> {
    let password = if std::io::stdin().is_terminal() {
        let first = rpassword::prompt_password("Password: ")?;
        if rpassword::prompt_password("Again: ")? != first {
            return Err(NotAdded::Password("the two passwords differ".to_owned()));
        }
        first
    } else {
        let mut line = String::new();
        std::io::stdin().lock().read_line(&mut line)?;
        line.trim_end_matches(['\r', '\n']).to_owned()
    };
    if password.chars().count() < MIN_PASSWORD_CHARS || password.len() > MAX_PASSWORD_BYTES {
        let how = format!(
            "a password has at least {MIN_PASSWORD_CHARS} characters and at most {MAX_PASSWORD_BYTES} bytes; it is \
             read from the terminal or from the first line of standard input"
        );
        return Err(NotAdded::Password(how));
    }
    Ok(password)
}
