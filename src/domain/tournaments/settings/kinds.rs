//! Whether the coupons that a tournament names are what their kinds say.

use std::collections::BTreeMap;

use super::Settings;
use crate::domain::exact::Exact;
use crate::domain::fault::Fault;
use crate::domain::slug::Slug;
use crate::domain::tournaments::coupon::Kind;

impl Settings {
    /// What is wrong with the coupons it accepts and gives, the kinds of the house being these. A coupon pays buy-in and
    /// fee, no more and no less; a coupon that is won counts for what it will pay.
    #[must_use]
    pub fn coupon_faults(&self, kinds: &BTreeMap<Slug, Kind>) -> Vec<Fault> {
        let entry = self.buy_in.0.checked_add(self.fee.0).map(Exact);
        let mut faults = Vec::new();
        for (index, kind) in self.coupons_accepted.iter().enumerate() {
            self.check_kind(*kind, entry, kinds, format!("/coupons_accepted/{index}"), &mut faults);
        }
        for (band, row) in self.payout.bands.iter().enumerate() {
            for (index, coupon) in row.coupons.iter().enumerate() {
                let at = format!("/payout/{band}/coupons/{index}/kind");
                self.check_kind(coupon.kind, Some(coupon.face_value), kinds, at, &mut faults);
            }
        }
        faults
    }

    fn check_kind(
        &self,
        kind: Slug,
        price: Option<Exact>,
        kinds: &BTreeMap<Slug, Kind>,
        at: String,
        faults: &mut Vec<Fault>,
    ) {
        match kinds.get(&kind) {
            None => faults.push(Fault::new(at, "coupon_unknown", format!("there is no kind of coupon {kind}"))),
            Some(known) if known.currency != self.currency || Some(known.price) != price => {
                let how = format!("a coupon {kind} pays {} {}", known.price, known.currency);
                faults.push(Fault::new(at, "coupon_price_differs", how));
            }
            Some(_) => {}
        }
    }
}
