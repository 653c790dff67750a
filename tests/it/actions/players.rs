use kupa::actions::players::OpenPlayer;
use kupa::domain::act::Actor;
use kupa::domain::codes::Code;
use kupa::domain::ids::PlayerId;

use crate::support::club::{Club, code};

fn open(club: &mut Club, nickname: &str) -> OpenPlayer {
    OpenPlayer {
        by: Actor::System,
        player: PlayerId(club.uuid()),
        nickname: nickname.into(),
        email: None,
        password: None,
    }
}

#[test]
fn a_nickname_is_had_by_one_player_whatever_its_case() {
    let mut club = Club::new();
    club.player("Ann", 0);
    let again = open(&mut club, "aNN");
    assert_eq!(code(club.act(again)), Code::NicknameTaken);
}

#[test]
fn a_player_opens_no_account_for_another() {
    let mut club = Club::new();
    let ann = club.player("ann", 0);
    let act = OpenPlayer { by: Actor::Player(ann), ..open(&mut club, "bob") };
    assert_eq!(code(club.act(act)), Code::Forbidden);
}
