//! What the owner should know before saving a tournament; none of it forbids it.

use super::Settings;
use crate::domain::fault::Fault;
use crate::domain::money::Minor;
use crate::domain::tournaments::prizes::TieRule;

impl Settings {
    /// What the editor says about a tournament without faults.
    #[must_use]
    pub fn warnings(&self) -> Vec<Fault> {
        let mut warnings = Vec::new();
        let mut say = |at: &str, code, what: &str| warnings.push(Fault::new(at, code, what));
        if let Some(terms) = self.re_entry {
            if self.has_one_table() && terms.final_table_closes_re_entry {
                let what = "all who can enter fit the final table, so it begins there and nobody can enter again; \
                            let the final table leave re-entry open, or allow none";
                say("/re_entry", "re_entry_never_open", what);
            }
            if terms.price.0 < self.buy_in.0 {
                say("/re_entry/price", "re_entry_cheaper", "entering again costs less than the buy-in");
            }
            let refused_after = terms.last_level == self.levels.last();
            if refused_after {
                let what = "the last level does not end: until the final table, re-entry never closes";
                say("/re_entry/last_level", "re_entry_never_closes", what);
            }
        }
        if self.late_registration.is_some() && self.has_one_table() {
            let what = "all who can enter fit the final table, so it begins there and nobody can enter late";
            say("/late_registration", "late_registration_never_open", what);
        }
        if self.late_registration.is_some_and(|late| late.last_level == self.levels.last()) {
            let what = "the last level does not end: until a director closes registration, neither final table nor end";
            say("/late_registration/last_level", "late_registration_never_closes", what);
        }
        if self.levels.get(1).is_some_and(|first| first.round_fee >= self.starting_chips) {
            say("/starting_chips", "chips_below_first_fee", "the first round takes all that a player holds");
        }
        if self.no_round_last_s > self.levels.every_s / 2 {
            say("/no_round_last_s", "few_rounds_start", "for most of a level no round can start");
        }
        if self.ties == TieRule::OnePlace {
            let what = "those who tie share one place alone: they can win less than those ranked below them";
            say("/ties", "tie_may_pay_less", what);
        }
        if self.conditions.invitation && self.waiting_list.is_some() {
            say("/waiting_list", "waiting_by_invitation", "only those who were invited can wait for a seat");
        }
        self.warn_of_money(&mut warnings);
        warnings
    }

    fn warn_of_money(&self, warnings: &mut Vec<Fault>) {
        let mut say = |at: &str, code, what: String| warnings.push(Fault::new(at, code, what));
        let Ok(prices) = self.prices() else { return };
        let buy_ins = |players: u32| prices.buy_in.times(players.into()).unwrap_or_default();
        if prices.buy_in.is_zero() && prices.re_entry.is_zero() && prices.guarantee.is_zero() {
            say("/guarantee", "nothing_to_win", "no buy-in and no guarantee: the prize pool is 0".to_owned());
        }
        let shown = |minor: Minor| format!("{} {}", minor.to_decimal(self.currency), self.currency);
        let (most, least) = (buy_ins(self.players.most), buy_ins(self.least_players()));
        if prices.guarantee > most {
            let missing = shown(prices.guarantee.minus(most).unwrap_or_default());
            let what = format!("with all seats taken the house still adds {missing}, unless players enter again");
            say("/guarantee", "guarantee_never_reached", what);
        } else if prices.guarantee > least {
            let missing = shown(prices.guarantee.minus(least).unwrap_or_default());
            say("/guarantee", "guarantee_exposure", format!("with the fewest entrants the house adds {missing}"));
        }
        if self.test && self.payout.bands.iter().any(|band| !band.coupons.is_empty()) {
            let what = "a test moves no money and gives no coupons";
            say("/payout", "test_gives_no_coupons", what.to_owned());
        }
    }
}
