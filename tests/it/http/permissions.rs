//! Who may ask for what: every operation, for everybody, about their own things and another's. What is expected is reckoned
//! from the table of operations and that of permissions; what is otherwise stands below, with its reason.

use std::collections::BTreeSet;

use kupa::domain::players::access::{Permission, Role, Scope};
use kupa::http::routes;
use kupa::web::operation::{Access, Players, Spec};

use crate::support::asking::Asked;
use crate::support::client::Reply;
use crate::support::contents::contents;
use crate::support::databases::on_both;

mod stage;

use stage::{Caller, Stage};

/// What somebody is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    Nobody,
    Player,
    Staff(Role),
    Client(Scope),
}

/// What else is to be known of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Nothing: they may do what they may.
    Good,
    /// A player who was suspended: what is theirs they may still look at.
    Suspended,
    /// A player whose account was closed: likewise.
    Closed,
    /// A member of staff or client app who may do nothing any more.
    Disabled,
    /// A client app for another room.
    Elsewhere,
    /// Their session is over.
    Gone,
}

/// Whose things are asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    Own,
    Others,
}

type Told = Option<(u16, &'static str)>;

/// What the tables say: none, where the request is admitted; else status and code.
fn expected(spec: &Spec, who: Who, standing: Standing, whose: Whose) -> Told {
    let (players, others) = match spec.access {
        Access::Open => return None,
        Access::Figures if who == Who::Nobody => return Some((401, "token_missing")),
        Access::Figures => return Some((401, "token_invalid")),
        Access::Signed { players, others } => (players, others),
    };
    let may = |has: &dyn Fn(Permission) -> bool| others.is_some_and(has);
    let names_a_thing = ["{player}", "{game}", "{withdrawal}", "{session}"].iter().any(|it| spec.path.contains(it));
    match who {
        Who::Nobody => Some((401, "token_missing")),
        Who::Player if players == Players::No => Some((403, "forbidden")),
        Who::Player if whose == Whose::Others && spec.path.contains("{player}") => Some((403, "not_yours")),
        Who::Player if standing == Standing::Gone => Some((401, "session_over")),
        Who::Player => (whose == Whose::Others && names_a_thing).then_some((403, "not_yours")),
        Who::Staff(role) if !may(&|it| role.may(it)) => Some((403, "forbidden")),
        Who::Client(scope) if !may(&|it| scope.may(it)) => Some((403, "forbidden")),
        Who::Staff(_) if standing == Standing::Gone => Some((401, "session_over")),
        Who::Staff(_) if standing == Standing::Disabled => Some((403, "staff_disabled")),
        Who::Client(_) if standing == Standing::Disabled => Some((403, "client_disabled")),
        Who::Client(_) if standing == Standing::Elsewhere && spec.path.contains("{game}") => Some((403, "forbidden")),
        Who::Staff(_) | Who::Client(_) => None,
    }
}

/// What is told otherwise than the tables say.
struct Exception {
    operations: &'static [&'static str],
    of: fn(Who, Standing, Whose) -> bool,
    told: Told,
    #[allow(dead_code)]
    because: &'static str,
}

const fn exception(
    operations: &'static [&'static str],
    of: fn(Who, Standing, Whose) -> bool,
    told: Told,
    because: &'static str,
) -> Exception {
    Exception { operations, of, told, because }
}

/// A player who is in, about another's things.
fn at_others(who: Who, standing: Standing, whose: Whose) -> bool {
    who == Who::Player && whose == Whose::Others && standing != Standing::Gone
}

/// A client app that settles games, in another room.
fn settles_elsewhere(who: Who, standing: Standing, _: Whose) -> bool {
    who == Who::Client(Scope::GamesReport) && standing == Standing::Elsewhere
}

fn is_disabled_member(who: Who, standing: Standing, _: Whose) -> bool {
    matches!(who, Who::Staff(_)) && standing == Standing::Disabled
}

const NO_SESSION: &str =
    "disabling a member ended their sessions; a token of none has none to end, and no password that is right";

const EXCEPTIONS: &[Exception] = &[
    exception(
        &["SignIn", "IssueToken"],
        |_, _, _| true,
        Some((401, "sign_in_failed")),
        "the example's credentials are nobody's: what is judged is they, not who asks",
    ),
    exception(&["RefreshSession"], |_, _, _| true, Some((401, "refresh_invalid")), "the example's token is nobody's"),
    exception(
        &["EndSession"],
        at_others,
        Some((404, "unknown_session")),
        "whether another has such a session is told to nobody",
    ),
    exception(
        &["ReportGame"],
        at_others,
        Some((403, "not_at_table")),
        "who may report is judged by who sits at the table, and told so",
    ),
    exception(&["OpenGame"], at_others, Some((403, "not_yours")), "the other player stands in the body"),
    exception(
        &["ReadGame", "ListGameEvents"],
        settles_elsewhere,
        Some((404, "unknown_game")),
        "what is in another room does not exist for a client app that is bound to its own",
    ),
    exception(&["OpenGame"], settles_elsewhere, Some((403, "forbidden")), "the room stands in the body"),
    exception(
        &["SignOutEverywhere"],
        |who, standing, _| who == Who::Player && standing == Standing::Closed,
        Some((401, "session_over")),
        "closing the account has ended all sessions",
    ),
    exception(
        &["WithdrawRequest"],
        |who, standing, _| matches!(who, Who::Staff(Role::Owner | Role::Finance)) && standing == Standing::Good,
        Some((403, "not_the_asker")),
        "it is another's request",
    ),
    exception(&["SignOut", "EndSession"], is_disabled_member, Some((404, "unknown_session")), NO_SESSION),
    exception(&["SignOutEverywhere"], is_disabled_member, Some((401, "session_over")), NO_SESSION),
    exception(&["ChangePassword"], is_disabled_member, Some((422, "password_wrong")), NO_SESSION),
];

/// What is to be told, and which exception says so.
fn told(name: &str, spec: &Spec, caller: &Caller, whose: Whose) -> (Told, Option<usize>) {
    let by_the_tables = expected(spec, caller.who, caller.standing, whose);
    let applies = |it: &Exception| it.operations.contains(&name) && (it.of)(caller.who, caller.standing, whose);
    match EXCEPTIONS.iter().position(applies) {
        Some(number) => (EXCEPTIONS[number].told, (EXCEPTIONS[number].told != by_the_tables).then_some(number)),
        None => (by_the_tables, None),
    }
}

/// What somebody asks for.
struct Question<'a> {
    caller: &'a Caller,
    whose: Whose,
    name: &'static str,
    spec: &'static Spec,
    told: Told,
}

impl Question<'_> {
    fn ask(&self) -> Reply {
        let things = if self.whose == Whose::Own { &self.caller.own } else { &self.caller.others };
        Asked::of(self.spec, things).send(&self.caller.client)
    }

    fn says(&self, reply: &Reply) -> String {
        format!(
            "{} of {:?} {} by {}: {} {}",
            self.name, self.whose, self.spec.path, self.caller.name, reply.status, reply.text
        )
    }
}

fn questions(stage: &Stage) -> Vec<Question<'_>> {
    let mut all = Vec::new();
    let mut needed = BTreeSet::new();
    for caller in &stage.callers {
        for (name, spec) in routes::ALL {
            for whose in [Whose::Own, Whose::Others] {
                let (told, exception) = told(name, spec, caller, whose);
                needed.extend(exception);
                all.push(Question { caller, whose, name, spec, told });
            }
        }
    }
    let unneeded: Vec<_> = (0..EXCEPTIONS.len()).filter(|number| !needed.contains(number)).collect();
    assert!(unneeded.is_empty(), "exceptions that nothing needs: {unneeded:?}");
    all
}

on_both! {
    /// First all that is to be refused, which changes nothing; then all that is not, which may be refused for other reasons.
    fn everybody_is_admitted_to_what_is_theirs_and_refused_all_else(database) {
        let stage = Stage::set(database);
        let questions = questions(&stage);
        assert!(questions.len() > 5_000, "{}", questions.len());
        let mut wrong = Vec::new();
        let before = contents(&stage.app);
        for question in questions.iter().filter(|it| it.told.is_some()) {
            let reply = question.ask();
            let (status, code) = question.told.unwrap();
            let is_told = reply.status == status && reply.json()["code"] == code;
            // Guesses and mails are counted before anything else is looked at: from some on, they are shut for a while.
            let is_counted = question.spec.access == Access::Open || question.name == "RequestVerification";
            let is_told = is_told || is_counted && reply.status == 429;
            if !is_told {
                wrong.push(format!("{status} {code} was expected: {}", question.says(&reply)));
            }
        }
        let after = contents(&stage.app);
        for (table, rows) in &before {
            if rows != &after[table] {
                wrong.push(format!("{table} was changed by what was refused"));
            }
        }
        for question in questions.iter().filter(|it| it.told.is_none()) {
            let reply = question.ask();
            if [401, 403].contains(&reply.status) {
                wrong.push(format!("it is theirs: {}", question.says(&reply)));
            }
        }
        assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
    }
}
