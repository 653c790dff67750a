//! A room full of games, made through the acts before anything is measured.

use uuid::Uuid;

use crate::actions::games::{JoinGame, OpenGame};
use crate::actions::players::OpenPlayer;
use crate::actions::rooms::shipped_acts;
use crate::actions::staff::AddClient;
use crate::actions::wallets::BookDeposit;
use crate::domain::act::{Act, Actor, Refused, RequestKey};
use crate::domain::codes::Code;
use crate::domain::games::{GameKind, GameOptions, Terms, Variant};
use crate::domain::ids::{ClientId, DepositId, GameId, PlayerId};
use crate::domain::money::{Currency, Minor};
use crate::domain::players::access::Scope;
use crate::domain::players::person::Told;
use crate::domain::slug::Slug;
use crate::store::committer::{Books, Waiter, Waiting, Writer};

/// Acts that are prepared together.
const BATCH: usize = 500;

/// What each player has to begin with, in cents.
const CASH: Minor = Minor(1_000_000_000);

/// A game that waits for its settlement.
#[derive(Debug, Clone, Copy)]
pub struct Ready {
    /// The game.
    pub game: GameId,
    /// Who will have won.
    pub winner: PlayerId,
    /// Who will have lost.
    pub loser: PlayerId,
}

/// The room.
#[derive(Debug)]
pub struct Room {
    /// The client app that reports.
    pub client: ClientId,
    /// Its players.
    pub players: Vec<PlayerId>,
}

/// Does all acts, in batches; the first refusal ends it.
fn run<B: Books, A: Act>(writer: &mut Writer<B>, acts: Vec<A>) -> Result<(), Refused> {
    let mut acts = acts.into_iter().peekable();
    while acts.peek().is_some() {
        let mut answers = Vec::with_capacity(BATCH);
        let mut batch: Vec<Box<dyn Waiting>> = Vec::with_capacity(BATCH);
        for act in acts.by_ref().take(BATCH) {
            let (waiter, answer) = Waiter::new(act, RequestKey::new(Uuid::now_v7().to_string(), &[], None));
            batch.push(Box::new(waiter));
            answers.push(answer);
        }
        writer.process(batch);
        for mut answer in answers {
            answer.try_recv().map_err(|_| Refused::new(Code::Internal))??.into_result()?;
        }
    }
    Ok(())
}

/// Installs the shipped room, a client app, and players with money.
///
/// # Errors
/// The first refusal.
pub fn open<B: Books>(writer: &mut Writer<B>, players: usize) -> Result<Room, Refused> {
    let shipped = shipped_acts();
    run(writer, shipped.schedules.into_iter().map(|(_, act)| act).collect())?;
    run(writer, shipped.rooms.into_iter().map(|(_, act)| act).collect())?;
    let (by, client) = (Actor::System, ClientId(Uuid::now_v7()));
    let scopes = vec![Scope::GamesReport];
    run(
        writer,
        vec![AddClient { by, client, name: "bench".into(), secret: String::new(), scopes, rooms: Vec::new() }],
    )?;
    let ids: Vec<PlayerId> = (0..players).map(|_| PlayerId(Uuid::now_v7())).collect();
    let open = |(number, &player)| {
        let (nickname, person) = (format!("p{number}"), Told::default());
        OpenPlayer { by, player, nickname, email: None, password: None, person }
    };
    run(writer, ids.iter().enumerate().map(open).collect())?;
    let provider: Slug = "bench".parse().map_err(|_| Refused::new(Code::Internal))?;
    let deposit = |&player: &PlayerId| BookDeposit {
        by,
        deposit: DepositId(Uuid::now_v7()),
        player,
        provider,
        reference: player.to_string(),
        amount: CASH,
        currency: Currency::usd(),
    };
    run(writer, ids.iter().map(deposit).collect())?;
    Ok(Room { client, players: ids })
}

/// Opens and joins so many games for 10 dollars between players far apart in the list, so that neighbours in a batch
/// seldom share a player.
///
/// # Errors
/// The first refusal.
pub fn games<B: Books>(writer: &mut Writer<B>, room: &Room, count: usize) -> Result<Vec<Ready>, Refused> {
    let main: Slug = "main".parse().map_err(|_| Refused::new(Code::Internal))?;
    let by = Actor::Client(room.client);
    let pick = |at: usize| room.players.get(at % room.players.len().max(1)).copied().ok_or(Code::Internal);
    let apart = room.players.len().saturating_sub(1).max(1);
    let terms = Terms {
        kind: GameKind::Single,
        variant: Variant::Backgammon,
        stake: Minor(1_000),
        currency: Currency::usd(),
        limit: None,
        options: GameOptions::default(),
    };
    let (mut ready, mut opened, mut joined) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..count {
        // Two walks over the players with steps that share no factor with each other's.
        let (winner, loser) = (pick(number * 7_919)?, pick(number * 7_919 + 1 + number % apart)?);
        let game = GameId(Uuid::now_v7());
        opened.push(OpenGame { by, game, player: winner, room: main, terms });
        joined.push(JoinGame { by, game, player: loser });
        ready.push(Ready { game, winner, loser });
    }
    run(writer, opened)?;
    run(writer, joined)?;
    Ok(ready)
}
