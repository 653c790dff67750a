//! The chances of the six outcomes of a game, and what they are worth.

use rust_decimal::Decimal;

use super::super::{Class, Variant};

/// The chances of one side, each with all that is better or worse in it: winning a gammon is also winning.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chances {
    /// Of winning at all.
    pub win: f64,
    /// Of winning a gammon or a backgammon.
    pub win_gammon: f64,
    /// Of winning a backgammon.
    pub win_backgammon: f64,
    /// Of losing a gammon or a backgammon.
    pub lose_gammon: f64,
    /// Of losing a backgammon.
    pub lose_backgammon: f64,
}

impl Chances {
    /// Where nobody can win a gammon any more.
    #[must_use]
    pub fn of_single(win: f64) -> Self {
        Self { win, win_gammon: 0.0, win_backgammon: 0.0, lose_gammon: 0.0, lose_backgammon: 0.0 }
    }

    /// Of a side that has won already.
    #[must_use]
    pub fn won(class: Class) -> Self {
        let at_least = |least: Class| if class >= least { 1.0 } else { 0.0 };
        let (win_gammon, win_backgammon) = (at_least(Class::Gammon), at_least(Class::Backgammon));
        Self { win_gammon, win_backgammon, ..Self::of_single(1.0) }
    }

    /// The other side's.
    #[must_use]
    pub fn turned(&self) -> Self {
        Self {
            win: 1.0 - self.win,
            win_gammon: self.lose_gammon,
            win_backgammon: self.lose_backgammon,
            lose_gammon: self.win_gammon,
            lose_backgammon: self.win_backgammon,
        }
    }

    /// As they count in a variant: where nothing counts three times, a backgammon is a gammon.
    #[must_use]
    pub fn in_variant(self, variant: Variant) -> Self {
        if variant.has_triples() { self } else { Self { win_backgammon: 0.0, lose_backgammon: 0.0, ..self } }
    }

    /// As they count while gammons do not: under Jacoby's rule, before the cube is turned.
    #[must_use]
    pub fn without_gammons(self) -> Self {
        Self::of_single(self.win)
    }

    /// The cubeless equity: the points that are won on average where the cube stands at 1, from -3 to 3.
    #[must_use]
    pub fn equity(&self) -> f64 {
        2.0 * self.win - 1.0 + self.win_gammon + self.win_backgammon - self.lose_gammon - self.lose_backgammon
    }

    /// Each of the six outcomes by itself: whether it is won, its class, its chance.
    #[must_use]
    pub fn outcomes(&self) -> [(bool, Class, f64); 6] {
        [
            (true, Class::Single, self.win - self.win_gammon),
            (true, Class::Gammon, self.win_gammon - self.win_backgammon),
            (true, Class::Backgammon, self.win_backgammon),
            (false, Class::Single, 1.0 - self.win - self.lose_gammon),
            (false, Class::Gammon, self.lose_gammon - self.lose_backgammon),
            (false, Class::Backgammon, self.lose_backgammon),
        ]
    }

    /// The nearest chances that can be: each from 0 to 1, a gammon no likelier than a win or a loss, a backgammon no likelier
    /// than a gammon. For estimates that know nothing of each other.
    #[must_use]
    pub fn made_possible(self) -> Self {
        let win = self.win.clamp(0.0, 1.0);
        let win_gammon = self.win_gammon.clamp(0.0, win);
        let lose_gammon = self.lose_gammon.clamp(0.0, 1.0 - win);
        Self {
            win,
            win_gammon,
            win_backgammon: self.win_backgammon.clamp(0.0, win_gammon),
            lose_gammon,
            lose_backgammon: self.lose_backgammon.clamp(0.0, lose_gammon),
        }
    }
}

/// An equity or a chance as it is stored and settled by: four decimals, half away from zero. From here on all is decimal.
#[must_use]
pub fn fixed(figure: f64) -> Decimal {
    // Equities and chances are between -3 and 3; the cast would hold anything else at an end.
    #[allow(clippy::cast_possible_truncation)]
    Decimal::new(libm::round(figure * 10_000.0) as i64, 4)
}

#[cfg(test)]
mod tests;
