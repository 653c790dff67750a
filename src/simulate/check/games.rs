//! Games: what is in escrow, what a settlement moved, and that reckoning it again gives the same.

use uuid::Uuid;

use super::{Checker, Violation, hold};
use crate::domain::games::game::{Game, GameState, KindWord};
use crate::domain::games::settlement::Settlement;
use crate::domain::games::terms::most_that_can_be_lost;
use crate::domain::ids::PlayerId;
use crate::domain::ledger::account::AccountKey;
use crate::domain::rake::version::{RakeSchedule, ScheduleVersion, in_force_at};
use crate::domain::rake::{Explanation, Played, reckon};
use crate::domain::rooms::version::{RoomBook, RoomVersion};
use crate::rules::rating::{Rated, Rating, change};
use crate::store::memory::Memory;

impl Checker {
    /// What a game began with stays with it.
    pub(super) fn check_unchanged(&mut self, game: &Game) -> Result<(), Violation> {
        let now = [
            game.room_version,
            game.schedule_version,
            game.opener_rating,
            game.opener_experience,
            game.joiner_rating,
            game.joiner_experience,
        ];
        let before =
            if game.state.is_under_way() { self.pinned.insert(game.id, now) } else { self.pinned.remove(&game.id) };
        hold(before.is_none_or(|before| before == now), "what a game began with stays with it", || {
            format!("{game:?} began with {before:?}")
        })
    }

    pub(super) fn check_game(&self, store: &Memory, game: &Game) -> Result<(), Violation> {
        let held = self.balance(AccountKey::escrow(game.id, game.currency).row_key());
        let should = if game.state.is_under_way() { game.opener_escrow.0 + game.joiner_escrow.0 } else { 0 };
        hold(held == should, "a game's escrow is what both have put up, and nothing once it has ended", || {
            format!("{game:?}: the escrow holds {held}, not {should}")
        })?;
        let settled = store.row::<Settlement>(&game.id);
        hold(settled.is_some() == (game.state == GameState::Settled), "a settled game has its settlement", || {
            format!("{game:?}: {settled:?}")
        })?;
        if game.state.is_under_way() {
            Self::check_cover(game)?;
        }
        match settled {
            Some(settlement) => self.check_settlement(store, game, settlement),
            None => self.check_returned(game),
        }
    }

    /// Both have put up the same, and no less than can be lost as things stand.
    fn check_cover(game: &Game) -> Result<(), Violation> {
        let least = game.opener_escrow.min(game.joiner_escrow);
        let even = game.doubled_by.is_some() || game.opener_escrow == game.joiner_escrow;
        hold(even && least.is_positive(), "both have put up the same unless a double waits", || format!("{game:?}"))?;
        if game.kind == KindWord::Match {
            return hold(least == game.stake, "a match's escrow is its stake", || format!("{game:?}"));
        }
        let (cube, turned) = (u32::try_from(game.cube).unwrap_or(u32::MAX), game.cube_turned());
        let most = most_that_can_be_lost(game.stake, cube, game.limit(), *game.options, game.variant, turned);
        // An automatic double leaves room for the others that were agreed; a turned cube leaves none.
        let covered =
            most.is_ok_and(|most| if turned && game.doubled_by.is_none() { least == most } else { least >= most });
        hold(covered, "escrow holds the most that can be lost", || format!("{game:?}: {most:?}"))
    }

    /// Until a game is settled money went only between each player's pocket and the escrow.
    fn check_returned(&self, game: &Game) -> Result<(), Violation> {
        let flow = |player: Option<PlayerId>| player.map_or(0, |player| self.flow(game, player.0));
        let up = game.state.is_under_way();
        let opener = if up { game.opener_escrow.0 } else { 0 };
        let joiner = if up { game.joiner_escrow.0 } else { 0 };
        let same =
            flow(Some(game.opener)) == -opener && flow(game.joiner) == -joiner && self.flow(game, Uuid::nil()) == 0;
        hold(same, "each player has put up what the game says, and got back the rest", || {
            format!("{game:?}: {:?}", self.flows.get(&game.id))
        })
    }

    fn flow(&self, game: &Game, pocket: Uuid) -> i64 {
        let flows = self.flows.get(&game.id);
        flows.and_then(|flows| flows.iter().find(|(owner, _)| *owner == pocket)).map_or(0, |(_, sum)| *sum)
    }

    fn check_settlement(&self, store: &Memory, game: &Game, settlement: &Settlement) -> Result<(), Violation> {
        let name = || format!("{settlement:?} of {game:?}");
        let players = [Some(settlement.winner), Some(settlement.loser)];
        let seats = [Some(game.opener), game.joiner];
        let seated = players == seats || players == [seats[1], seats[0]];
        hold(seated, "winner and loser are the two players", name)?;
        let (amount, rake) = (settlement.amount.0, settlement.rake_each.0);
        let undone = settlement.transfer.is_some_and(|transfer| self.reversed.contains(&transfer.0));
        let (amount, rake) = if undone { (0, 0) } else { (amount, rake) };
        let moved = [
            (self.flow(game, settlement.winner.0), amount - 2 * rake),
            (self.flow(game, settlement.loser.0), -amount),
            (self.flow(game, Uuid::nil()), 2 * rake),
        ];
        hold(
            moved.iter().all(|(moved, should)| moved == should),
            "a settlement's figures are what its postings moved",
            || format!("{}: winner, loser, house moved and should: {moved:?}", name()),
        )?;
        let explanation = &settlement.explanation.0;
        hold(
            explanation.amount == settlement.amount && explanation.rake_each == settlement.rake_each,
            "a settlement's figures are those of its explanation",
            name,
        )?;
        self.check_pinned(store, game, settlement)?;
        self.check_explanation(store, game, settlement, explanation)?;
        Self::check_rating_changes(game, settlement)
    }

    /// A game is settled by the versions in force when it began.
    fn check_pinned(&self, store: &Memory, game: &Game, settlement: &Settlement) -> Result<(), Violation> {
        let name = || format!("{settlement:?} of {game:?}");
        let named =
            game.schedule == Some(settlement.schedule) && game.schedule_version == Some(settlement.schedule_version);
        hold(named, "a game is settled by the schedule that it began with", name)?;
        let Some(began) = game.started_at else {
            return Err(Violation::new("a settled game has begun", name()));
        };
        let room = store.row::<RoomBook>(&game.room).and_then(|book| in_force_at(&book.versions, began));
        hold(room == game.room_version, "a game has the room's version in force when it began", name)?;
        let schedule = store.row::<RakeSchedule>(&settlement.schedule);
        let schedule = schedule.and_then(|book| in_force_at(&book.versions, began));
        hold(schedule == game.schedule_version, "a game has the schedule's version in force when it began", name)
    }

    fn check_explanation(
        &self,
        store: &Memory,
        game: &Game,
        settlement: &Settlement,
        explanation: &Explanation,
    ) -> Result<(), Violation> {
        let name = || format!("{settlement:?} of {game:?}");
        let key = (settlement.schedule, settlement.schedule_version);
        let Some(schedule) = store.row::<ScheduleVersion>(&key) else {
            return Err(Violation::new("a settlement's schedule exists", name()));
        };
        let again = reckon(&schedule.document, &explanation.game);
        hold(again.as_ref() == Ok(explanation), "reckoning a settlement again gives the same", || {
            format!("{}: {again:?}", name())
        })?;
        let version = game.room_version.and_then(|version| store.row::<RoomVersion>(&(game.room, version)));
        let rating = |player: PlayerId| {
            let at_start = if player == game.opener { game.opener_rating } else { game.joiner_rating };
            at_start.map(Rating::from_millionths)
        };
        let asked = &explanation.game;
        let points = match asked.played {
            Played::Match { points } => Some(i64::from(points)),
            Played::Single { .. } => None,
        };
        let agreed = asked.stake == game.stake
            && asked.currency == game.currency
            && points == game.points
            && asked.limit == game.limit()
            && (game.kind == KindWord::Match) == points.is_some()
            && Some(asked.rating_winner) == rating(settlement.winner)
            && Some(asked.rating_loser) == rating(settlement.loser)
            && version.is_some_and(|version| version.document.surcharges == asked.surcharges);
        hold(agreed, "a settlement reckons what was agreed", name)?;
        if let Played::Single { cube, .. } = asked.played {
            let reached = i64::from(cube) == game.cube;
            hold(reached, "a settlement has the cube that was reported", name)?;
        }
        Ok(())
    }

    fn check_rating_changes(game: &Game, settlement: &Settlement) -> Result<(), Violation> {
        let name = || format!("{settlement:?} of {game:?}");
        let changes = (settlement.winner_rating_change, settlement.loser_rating_change);
        if !game.rated {
            return hold(changes == (0, 0), "an unrated game changes no rating", name);
        }
        let rated = |player: PlayerId| {
            let (rating, experience) = if player == game.opener {
                (game.opener_rating, game.opener_experience)
            } else {
                (game.joiner_rating, game.joiner_experience)
            };
            Some(Rated { rating: Rating::from_millionths(rating?), experience: u64::try_from(experience?).ok()? })
        };
        let length = u32::try_from(game.points.unwrap_or(1)).unwrap_or(0);
        let again = match (rated(settlement.winner), rated(settlement.loser)) {
            (Some(winner), Some(loser)) => change(length, winner, loser).ok(),
            _ => None,
        };
        let again = again.map(|again| (again.winner.millionths(), again.loser.millionths()));
        hold(again == Some(changes), "reckoning the ratings again gives the same", || format!("{}: {again:?}", name()))
    }
}
