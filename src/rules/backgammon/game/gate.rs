//! What is offered, and the rule that refuses the rest.

use super::super::cube::doubled;
use super::super::player::Player;
use super::super::position::{BAR, OFF};
use super::super::result::Class;
use super::{ActRefusal, Game, Offer, State};

impl Game {
    /// All that may be done now, by either player or by the table.
    #[must_use]
    pub fn offers(&self) -> Vec<Offer> {
        Offer::all().filter(|offer| self.allows(*offer).is_ok()).collect()
    }

    /// Whether something is offered.
    ///
    /// # Errors
    /// [`ActRefusal`]: the rule by which it is not.
    pub fn allows(&self, offer: Offer) -> Result<(), ActRefusal> {
        if matches!(self.state, State::Over(_)) {
            return Err(ActRefusal::GameOver);
        }
        if offer == Offer::Cap {
            return if self.limit.is_none_or(|limit| limit > 1) { Ok(()) } else { Err(ActRefusal::LimitNotLower) };
        }
        if let Some(resignation) = self.resignation {
            let answering = resignation.by.other();
            return match offer {
                Offer::Accept { by } | Offer::Refuse { by } if by == answering => Ok(()),
                _ => Err(ActRefusal::ResignationPending(answering)),
            };
        }
        match offer {
            Offer::OpeningRoll if self.state == State::Opening => Ok(()),
            Offer::OpeningRoll => Err(ActRefusal::AlreadyBegun),
            _ if self.state == State::Opening => Err(ActRefusal::NotBegun),
            Offer::Accept { .. } | Offer::Refuse { .. } => Err(ActRefusal::NoResignationPending),
            Offer::Resign { by, class } => {
                self.nothing_pending()?;
                if class <= self.worst_loss(by) { Ok(()) } else { Err(ActRefusal::CannotBeLost(class)) }
            }
            Offer::Take { by } | Offer::Drop { by } => self.answers(by),
            Offer::Beaver { by } => self.beavers(by),
            Offer::Roll { by } | Offer::Pass { by } | Offer::Double { by } => {
                self.has_turn(by)?;
                match self.state {
                    State::ToNameDouble => Err(ActRefusal::DoubleToName(by)),
                    State::ToRoll => self.before_rolling(offer),
                    _ => Err(ActRefusal::AlreadyRolled),
                }
            }
            Offer::Play { by } => {
                self.has_turn(by)?;
                if matches!(self.state, State::ToPlay { .. }) { Ok(()) } else { Err(ActRefusal::NotRolled) }
            }
            Offer::NameDouble { by } => {
                self.has_turn(by)?;
                if self.state == State::ToNameDouble { Ok(()) } else { Err(ActRefusal::NoDoubleToName) }
            }
            Offer::Cap => Ok(()),
        }
    }

    fn before_rolling(&self, offer: Offer) -> Result<(), ActRefusal> {
        match (offer, self.closed_out()) {
            (Offer::Roll { .. }, true) => Err(ActRefusal::ClosedOut),
            (Offer::Pass { .. }, false) => Err(ActRefusal::NotClosedOut),
            (Offer::Double { by }, _) => {
                self.has_cube()?;
                match self.cube.owner {
                    Some(owner) if owner != by => Err(ActRefusal::CubeNotYours(owner)),
                    _ => doubled(&self.options, self.limit, self.cube.value).map(|_| ()),
                }
            }
            _ => Ok(()),
        }
    }

    fn beavers(&self, by: Player) -> Result<(), ActRefusal> {
        self.answers(by)?;
        if !self.options.beavers {
            return Err(ActRefusal::BeaverNotAgreed);
        }
        if self.state == State::Beavered {
            return Err(ActRefusal::BeaverOnBeaver);
        }
        doubled(&self.options, self.limit, self.cube.taken_by(by).value).map(|_| ())
    }

    fn has_cube(&self) -> Result<(), ActRefusal> {
        match self.options.plays_with_cube() {
            true => Ok(()),
            false if self.options.crawford => Err(ActRefusal::CrawfordGame),
            false => Err(ActRefusal::NoCube),
        }
    }

    /// Who is to answer a double or a beaver.
    fn answering(&self) -> Option<Player> {
        self.to_act().filter(|_| matches!(self.state, State::Doubled | State::Beavered))
    }

    fn answers(&self, by: Player) -> Result<(), ActRefusal> {
        match self.answering() {
            None => Err(ActRefusal::NoDoublePending),
            Some(answering) if answering != by => Err(ActRefusal::DoublePending(answering)),
            Some(_) => Ok(()),
        }
    }

    fn nothing_pending(&self) -> Result<(), ActRefusal> {
        self.answering().map_or(Ok(()), |answering| Err(ActRefusal::DoublePending(answering)))
    }

    fn has_turn(&self, by: Player) -> Result<(), ActRefusal> {
        self.nothing_pending()?;
        if by == self.turn { Ok(()) } else { Err(ActRefusal::NotYourTurn(self.turn)) }
    }

    /// Whether whose turn it is has a checker on the bar, and nowhere to enter.
    fn closed_out(&self) -> bool {
        let theirs = self.position.opp();
        self.position.own()[usize::from(BAR)] > 0 && theirs[1..=6].iter().all(|checkers| *checkers > 1)
    }

    /// The most that a player can still lose.
    pub(super) fn worst_loss(&self, by: Player) -> Class {
        let counts = if by == self.turn { self.position.own() } else { self.position.opp() };
        if counts[usize::from(OFF)] > 0 {
            Class::Single
        } else if self.options.variant.has_triples() {
            Class::Backgammon
        } else {
            Class::Gammon
        }
    }
}
