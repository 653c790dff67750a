//! Random histories of games: whatever is asked for in whatever order, money is neither made nor lost.

use kupa::actions::games::{
    AutomaticDouble, ConcedeGame, ConfirmGame, DecideGame, Decision, DisputeGame, EscalateClaim, ExpireGame, LeaveGame,
    VoidGame,
};
use kupa::domain::act::Actor;
use kupa::domain::codes::Code;
use kupa::domain::games::game::{Game, GameState};
use kupa::domain::games::{GameOptions, Terms, Variant};
use kupa::domain::ids::{GameId, PlayerId};
use kupa::domain::ledger::account::Account;
use kupa::domain::money::Minor;
use kupa::domain::rooms::Cover;
use proptest::prelude::*;

use crate::support::club::Club;
use crate::support::table::{club, matches, single};

/// One thing asked for: which, by whom, of which game, and how.
type Ask = (u8, u8, u8, u8);

const ROOMS: [&str; 4] = ["main", "dark_room", "empire", "strict"];

fn terms(how: u8) -> Terms {
    let options = GameOptions {
        jacoby: how & 1 != 0,
        beavers: how & 2 != 0,
        automatic_doubles: (how >> 2) & 3,
        ..GameOptions::default()
    };
    let limit = (how & 16 != 0).then_some(Minor(350));
    match how >> 5 {
        0 => matches(150, 5),
        1 => {
            let options = GameOptions { cube: false, ..GameOptions::default() };
            Terms { variant: Variant::Tavla, options, ..single(70) }
        }
        _ => Terms { options, limit, ..single(100) },
    }
}

struct Random {
    club: Club,
    players: [PlayerId; 3],
    games: Vec<GameId>,
}

impl Random {
    fn new() -> Self {
        let (mut club, ann, bob) = club(2_000, 900);
        club.room("strict", "main", |room| room.cover = Cover::Refuse);
        let eve = club.player("eve", 350);
        Self { club, players: [ann, bob, eve], games: Vec::new() }
    }

    /// Asks; whether it was done. No refusal is a fault of ours.
    fn ask(&mut self, (what, who, which, how): Ask) -> bool {
        let player = self.players[usize::from(who) % 3];
        let room = ROOMS[usize::from(which) % 4];
        let live: Vec<Game> = self.games.clone().into_iter().map(|id| self.club.game(id)).collect();
        let live: Vec<&Game> =
            live.iter().filter(|game| game.state == GameState::Open || game.state.is_under_way()).collect();
        if what % 20 == 0 || live.is_empty() {
            let opened = self.club.open(player, room, terms(how));
            self.games.extend(opened.as_ref().ok());
            return Self::done(opened);
        }
        // Mostly a game that has not ended, and who is at that table, so that games get somewhere.
        let ended = self.games[usize::from(which) % self.games.len()];
        let row = if how % 16 == 15 { self.club.game(ended) } else { live[usize::from(which) % live.len()].clone() };
        let game = row.id;
        let asked = row.doubled_by.and_then(|seat| row.player_in(seat.other()));
        let seated = if who & 64 == 0 { Some(row.opener) } else { row.joiner };
        let player = if who >= 224 { player } else { asked.or(seated).unwrap_or(player) };
        let by = Actor::Player(player);
        let stranger = self.players[usize::from(who) % 3];
        let winner = if how & 4 == 0 { row.opener } else { row.joiner.unwrap_or(player) };
        let (result, reason) = (1 + how % 3, || "random".to_owned());
        let cube = u32::try_from(row.cube).unwrap();
        let club = &mut self.club;
        match what % 20 {
            1..=4 => Self::done(club.join(game, stranger)),
            5..=8 => Self::done(club.double(game, player)),
            9 | 10 => Self::done(club.take(game, player)),
            11 => Self::done(club.beaver(game, player)),
            12 => Self::done(club.drop_double(game, player)),
            13 => Self::done(club.report(by, game, winner, result, cube)),
            14 if how < 64 => Self::done(club.report(Actor::System, game, winner, result, cube)),
            14 => Self::done(club.act(AutomaticDouble { by: Actor::System, game })),
            15 if how < 128 => Self::done(club.act(ConcedeGame { by, game, player, result })),
            15 => Self::done(club.act(ConfirmGame { by, game, player })),
            16 => Self::done(club.act(DisputeGame { by, game, player, reason: reason() })),
            17 if how < 16 => Self::done(club.act(VoidGame { by: Actor::System, game, reason: reason() })),
            17 => {
                let decision = if how & 1 == 0 { Decision::Void } else { Decision::Settle { winner, result } };
                Self::done(club.act(DecideGame { by: Actor::System, game, decision, reason: reason() }))
            }
            18 if how < 64 => {
                club.wait_s(40_000);
                Self::done(club.act(ExpireGame { game })) | Self::done(club.act(EscalateClaim { game }))
            }
            18 => Self::done(club.act(LeaveGame { by, game, player })),
            _ if how < 128 => Self::done(club.deposit(player, i64::from(how))),
            _ => Self::done(club.withdraw(player, i64::from(how))),
        }
    }

    fn done<T: std::fmt::Debug>(came: Result<T, kupa::domain::act::Refused>) -> bool {
        if let Err(refused) = &came {
            assert!(!matches!(refused.code, Code::Internal | Code::Unbalanced | Code::ScheduleUnusable), "{refused}");
        }
        came.is_ok()
    }

    fn check(&mut self) {
        let accounts: Vec<Account> = self.club.writer.books().rows::<Account>().cloned().collect();
        assert_eq!(accounts.iter().map(|account| account.balance.0).sum::<i64>(), 0);
        for account in accounts.iter().filter(|account| account.kind.has_floor()) {
            assert!(!account.balance.is_negative(), "{account:?}");
        }
        for id in self.games.clone() {
            let game: Game = self.club.game(id);
            let put_up = game.opener_escrow.plus(game.joiner_escrow).unwrap();
            assert_eq!(self.club.escrow(id), put_up.0, "{game:?}");
            assert!(game.state.is_under_way() || put_up.is_zero(), "{game:?}");
            if game.state == GameState::Playing && game.doubled_by.is_none() {
                assert_eq!(
                    game.opener_escrow, game.joiner_escrow,
                    "between doubles both have put up the same: {game:?}"
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn money_is_neither_made_nor_lost_whatever_is_asked_in_whatever_order(
        asks in proptest::collection::vec(any::<Ask>(), 100..400)
    ) {
        let mut random = Random::new();
        for ask in asks {
            if random.ask(ask) {
                random.check();
            }
        }
        random.club.prove();
    }
}
