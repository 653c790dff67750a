use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::domain::act::{Act, Actor, ActorKind, Needs, Refused, World};
use crate::domain::ids::{MailId, PlayerId, StaffId};
use crate::domain::mails::{Addressee, Language, MailKind, waiting};
use crate::domain::players::claims;
use crate::domain::players::player::PlayerState;
use crate::domain::sessions::sign_outs;
use crate::domain::time::Time;

/// Asks for a mail by which somebody gets another password. By anybody, about any address: the answer is the same whether
/// an account has it or not, and so is what the answer costs.
#[derive(Debug, Clone, Serialize)]
pub struct RequestReset {
    /// The mail's identity, drawn at the edge.
    pub mail: MailId,
    /// What kind of account.
    pub account_kind: ActorKind,
    /// By which address somebody signs in to it.
    #[serde(skip)]
    pub email: String,
    /// The language of the mail.
    pub language: Language,
}

/// It was asked for; whether there is such an account is not told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResetRequested {}

impl RequestReset {
    /// The claims by which the account is found, the first that somebody has.
    fn claims(&self) -> Vec<(String, String)> {
        if self.account_kind == ActorKind::Staff {
            return vec![("staff_email".to_owned(), self.email.to_lowercase())];
        }
        let words = [claims::of_spelling(&self.email), claims::of_email(&self.email)];
        words.into_iter().map(|(kind, word, _)| (kind.to_owned(), word)).collect()
    }

    fn account(&self, owner: Option<Uuid>) -> Option<Actor> {
        match (self.account_kind, owner?) {
            (ActorKind::Player, id) => Some(Actor::Player(PlayerId(id))),
            (ActorKind::Staff, id) => Some(Actor::Staff(StaffId(id))),
            _ => None,
        }
    }

    /// Where mail to an account goes that may still be used.
    fn address(world: &World, of: Actor) -> Option<String> {
        match of {
            Actor::Player(id) => {
                world.players.get(&id).filter(|row| row.state != PlayerState::Closed).and_then(|row| row.email.clone())
            }
            Actor::Staff(id) => world.staff.get(&id).filter(|row| !row.disabled).map(|row| row.email.clone()),
            Actor::Client(_) | Actor::System => None,
        }
    }
}

impl Act for RequestReset {
    type Answer = ResetRequested;
    const NAME: &'static str = "request_reset";

    fn by(&self) -> Actor {
        Actor::System
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        let mut owner = None;
        for claim in self.claims() {
            owner = owner.or_else(|| world.claims.peek(&claim).filter(|it| !it.is_free()).map(|it| it.owner));
            needs.claims.read(claim);
        }
        match self.account(owner) {
            Some(Actor::Player(id)) => needs.players.lock(id),
            Some(Actor::Staff(id)) => needs.staff.lock(id),
            _ => {}
        }
        owner.into_iter().for_each(|owner| needs.sign_outs.read(owner));
        needs.mails.lock(self.mail);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<ResetRequested, Refused> {
        let claims = self.claims();
        let mut owners = claims.iter().filter_map(|claim| world.claims.get(claim).filter(|it| !it.is_free()));
        let found = self.account(owners.next().map(|claim| claim.owner));
        if let Some((of, address)) = found.and_then(|of| Some((of, Self::address(world, of)?))) {
            let (account_kind, account, language) = (self.account_kind, of.uuid(), self.language);
            let to = Addressee { account_kind, account, address, language };
            let mail = waiting(self.mail, MailKind::Reset, to, sign_outs::count(world, account), now);
            let stream = mail.stream();
            world.mails.insert(mail);
            stream.map_or(Ok(()), |stream| world.tell(stream, "password.reset_asked", self))?;
        }
        Ok(ResetRequested {})
    }
}
