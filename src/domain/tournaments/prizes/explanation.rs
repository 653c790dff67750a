//! Why a player wins what they win, each step with its rule and figures. Amounts are in minor units.

use super::{Award, Prize, TieRule};
use crate::domain::money::Minor;
use crate::domain::tournaments::explanation::Explanation;

/// What went into a step; no amount of an award is below 0.
fn figure(minor: Minor) -> u64 {
    minor.0.unsigned_abs()
}

impl Award {
    /// The steps of one of its prizes, in order; those that did not apply are left out.
    #[must_use]
    pub fn why(&self, prize: &Prize) -> Vec<Explanation> {
        let pool = figure(self.from.pool);
        let mut steps = vec![Explanation::new("prize_pool", "page 003 \u{a7}16").with("pool_minor", pool)];
        if self.money != self.from.pool {
            let coupons = Explanation::new("coupons_set_aside", "page 003 \u{a7}11; edge case 2");
            steps.push(coupons.with("pool_minor", pool).with("money_minor", figure(self.money)));
        }
        for place in self.places.iter().filter(|place| (prize.place..=prize.place_to).contains(&place.place)) {
            let mut share = Explanation::new("share_of_place", "page 003 \u{a7}16")
                .with("place", place.place)
                .with("share_bp", place.share_bp)
                .with("rounded_minor", figure(place.rounded))
                .with("left_over_minor", figure(place.left_over));
            if let Some(coupon) = place.coupon {
                share = share.with("coupon_minor", figure(coupon.face_value));
            }
            steps.push(share);
        }
        if prize.sharing > 1 {
            let places = prize.place_to - prize.place + 1;
            let beyond = self.from.ties == TieRule::Pooled && prize.sharing > places;
            let section = if beyond { "page 003 \u{a7}11; edge case 19" } else { "page 003 \u{a7}11" };
            let tie = Explanation::new("tie", section).with("rank", prize.rank).with("rank_to", prize.rank_to);
            steps.push(tie.with("sharing", prize.sharing).with("pooled_minor", figure(prize.pooled)));
            if !prize.odd_unit.is_zero() {
                let odd = Explanation::new("odd_unit_to_earliest", "page 003 \u{a7}11; edge case 13");
                steps.push(odd.with("odd_unit_minor", figure(prize.odd_unit)));
            }
        }
        let mut won = Explanation::new("prize", "page 003 \u{a7}16").with("rank", prize.rank);
        won = won.with("money_minor", figure(prize.money));
        if let Some(coupon) = prize.coupon {
            won = won.with("coupon_minor", figure(coupon.face_value));
        }
        steps.push(won);
        steps
    }
}
