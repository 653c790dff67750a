//! The same history on the store in memory, on SQLite and on PostgreSQL ends in the same tables.

use std::collections::BTreeMap;
use std::str::FromStr;

use kupa::domain::act::row::Row;
use kupa::domain::finance::Proposal;
use kupa::domain::finance::approval::Approval;
use kupa::domain::games::game::Game;
use kupa::domain::ids::{ApprovalId, DepositId, GameId, TransferId};
use kupa::domain::ledger::transfer::Transfer;
use kupa::domain::wallets::deposit::Deposit;
use kupa::domain::wallets::withdrawal::Withdrawal;
use kupa::simulate::check::Checker;
use kupa::simulate::node::Node;
use kupa::simulate::projection::{copy_of, difference};
use kupa::simulate::shrink::replay;
use kupa::simulate::step::Step;
use kupa::store::books::Books;
use kupa::store::committer::Patience;
use kupa::store::dialect::AnyKeeper;
use kupa::store::memory::Memory;

use super::{conditions, history};
use crate::support::databases::{Database, on_both};

/// So many acts: each batch of one is a commit of its own.
const ACTS: usize = 700;

fn nodes(database: &Database, count: usize) -> Vec<Node<AnyKeeper>> {
    let keepers = AnyKeeper::open(&database.address(), count).unwrap();
    keepers.into_iter().map(|(keeper, shard)| Node::new(keeper, shard, Patience::default())).collect()
}

/// What a database holds, proved from nothing.
fn held(database: &Database) -> Memory {
    let copy = copy_of(&mut Books(&mut database.owner())).unwrap();
    if let Err(violation) = Checker::prove(&copy) {
        panic!("{violation}");
    }
    copy
}

fn assert_same(memory: &Memory, database: &Database) {
    let differing = difference(memory, &held(database));
    assert!(differing.is_empty(), "{differing:#?}");
}

on_both! {
    fn one_at_a_time_ends_as_in_memory(database) {
        let history = history(21, ACTS);
        let memory = replay(&history, conditions(1, 1, false)).unwrap();
        nodes(&database, 1)[0].play(&history, 1).unwrap();
        assert_same(&memory.store().read(), &database);
    }

    fn in_batches_ends_as_in_memory(database) {
        let history = history(22, 3 * ACTS);
        let memory = replay(&history, conditions(1, 1, false)).unwrap();
        nodes(&database, 1)[0].play(&history, 64).unwrap();
        assert_same(&memory.store().read(), &database);
    }
}

/// Plays each round on two nodes at once; `node` says which one each step goes to.
fn play_on_two(database: &Database, history: &[Step], mut node: impl FnMut(&[Step]) -> Vec<usize>) {
    let mut nodes = nodes(database, 2);
    for round in history.chunk_by(|a, b| a.round == b.round) {
        let chosen = node(round);
        std::thread::scope(|threads| {
            for (number, node) in nodes.iter_mut().enumerate() {
                let steps = round.iter().zip(&chosen).filter(|(_, chosen)| **chosen == number);
                let own: Vec<Step> = steps.map(|(step, _)| step.clone()).collect();
                threads.spawn(move || node.play(&own, 16).unwrap());
            }
        });
    }
}

/// The identities in a text (`plr_..`, `gam_..`) but those of who acts, and nicknames.
fn names_in(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let is_row = |word: &str| {
        let (kind, acts) =
            (word.as_bytes().get(3) == Some(&b'_'), word.starts_with("stf_") || word.starts_with("cli_"));
        let nickname = word.to_lowercase().strip_prefix("player").is_some_and(|number| number.parse::<u32>().is_ok());
        word.len() == 36 && kind && !acts || nickname
    };
    words.filter(|word| is_row(word)).map(str::to_lowercase).collect()
}

/// What a name stands for besides: the players at a table, whose deposit it is, what a request asks for.
fn behind(name: &str, store: &Memory) -> Vec<String> {
    fn row<R: Row<Key: FromStr>>(name: &str, store: &Memory) -> Vec<String> {
        name.parse().ok().and_then(|id| store.row::<R>(&id)).map_or_else(Vec::new, |row| names_in(&format!("{row:?}")))
    }
    let mut names = row::<Game>(name, store);
    names.extend(row::<Deposit>(name, store));
    names.extend(row::<Withdrawal>(name, store));
    let request = row::<Approval>(name, store);
    for transfer in request.iter().filter_map(|name| name.parse::<TransferId>().ok()) {
        let subject = store.row::<Transfer>(&transfer.place()).map(|row| row.subject);
        let subjects = subject.into_iter().flat_map(|id| [GameId(id).to_string(), DepositId(id).to_string()]);
        names.extend(subjects.flat_map(|name| behind(&name, store)));
    }
    names.extend(request);
    names
}

/// Whether a step may touch what the whole house shares: its staff, its documents, its earnings.
fn is_of_the_house(step: &Step, store: &Memory) -> bool {
    let text = format!("{:?}", step.asked);
    let words =
        ["AddStaff", "ChangeStaffRole", "DisableStaff", "DisableClient", "RotateClient", "Publish", "ThrowSwitch"];
    let approves = names_in(&text).into_iter().filter_map(|name| name.parse::<ApprovalId>().ok());
    let mut proposals = approves.filter_map(|id| store.row::<Approval>(&id)).map(|row| row.request.0.clone());
    words.iter().any(|word| text.starts_with(word))
        || proposals.any(|proposal| matches!(proposal, Proposal::Payout { .. } | Proposal::Equity { .. }))
}

/// Groups of steps that share a row go to one node. What is of the house keeps its round together.
fn by_shared_rows(round: &[Step], store: &Memory) -> Vec<usize> {
    let whole = round.iter().any(|step| is_of_the_house(step, store));
    let mut group: Vec<usize> = (0..round.len()).collect();
    let mut first: BTreeMap<String, usize> = BTreeMap::new();
    for (at, step) in round.iter().enumerate() {
        let mut names = names_in(&format!("{:?}", step.asked));
        names.extend(names.clone().iter().flat_map(|name| behind(name, store)));
        names.push(format!("key {}", step.key));
        names.extend(whole.then(|| "the house".into()));
        for name in names {
            let other = group[*first.entry(name).or_insert(at)];
            let own = group[at];
            group.iter_mut().filter(|group| **group == own).for_each(|group| *group = other);
        }
    }
    group.into_iter().map(|group| group % 2).collect()
}

#[test]
fn two_nodes_end_as_one_where_acts_that_share_rows_go_to_one_of_them() {
    let Some(database) = Database::postgres() else { return };
    let history = history(23, 2 * ACTS);
    let memory = replay(&history, conditions(1, 64, false)).unwrap();
    let memory = memory.store().read();
    let mut split = 0;
    play_on_two(&database, &history, |round| {
        let chosen = by_shared_rows(round, &memory);
        split += usize::from(chosen.contains(&0) && chosen.contains(&1));
        chosen
    });
    assert!(split > 5, "both nodes had work in {split} rounds only");
    assert_same(&memory, &database);
}

#[test]
fn two_nodes_keep_every_rule_wherever_acts_go() {
    let Some(database) = Database::postgres() else { return };
    let history = history(24, 2 * ACTS);
    play_on_two(&database, &history, |round| {
        round.iter().map(|step| (step.number.wrapping_mul(7) / 3) as usize % 2).collect()
    });
    let held = held(&database);
    assert!(held.rows::<Game>().count() > 20);
}
