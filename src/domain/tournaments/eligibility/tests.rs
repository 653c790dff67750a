use super::*;

fn rating(points: i64) -> Rating {
    Rating::from_decimal(points.into()).unwrap()
}

fn house() -> HouseFacts {
    HouseFacts { standing: Ok(()), barred_place: false, self_excluded: false, within_limits: true }
}

fn player() -> TournamentFacts {
    TournamentFacts {
        registered: false,
        person_registered: false,
        rating: rating(1600),
        room_member: true,
        invited: true,
        door: Ok(()),
    }
}

fn strict() -> Conditions {
    let room = Some("giants".parse().unwrap());
    Conditions { rating_least: Some(rating(1500)), rating_most: Some(rating(1700)), room, invitation: true }
}

fn refused(conditions: &Conditions, house: &HouseFacts, player: &TournamentFacts) -> Option<Code> {
    may_register(conditions, house, player).err().map(|refused| refused.code)
}

#[test]
fn who_meets_every_condition_may_register() {
    assert_eq!(may_register(&strict(), &house(), &player()), Ok(()));
}

#[test]
fn conditions_that_are_not_set_ask_nothing() {
    let stranger = TournamentFacts { rating: rating(0), room_member: false, invited: false, ..player() };
    assert_eq!(may_register(&Conditions::default(), &house(), &stranger), Ok(()));
}

#[test]
fn both_ends_of_the_rating_range_are_inside() {
    for (points, code) in
        [(1500, None), (1700, None), (1499, Some(Code::RatingBelowRange)), (1701, Some(Code::RatingAboveRange))]
    {
        let player = TournamentFacts { rating: rating(points), ..player() };
        assert_eq!(refused(&strict(), &house(), &player), code, "{points}");
    }
    let low = TournamentFacts { rating: rating(1499), ..player() };
    let refused = may_register(&strict(), &house(), &low).unwrap_err();
    assert_eq!(refused.params["least"], rating(1500).to_string());
}

/// Everything that can fail, in the order in which it is told, each with what mends it.
type Mend = (Code, fn(&mut HouseFacts, &mut TournamentFacts));
const ORDER: [Mend; 10] = [
    (Code::AlreadyEntered, |_, player| player.registered = false),
    (Code::PlayerFrozen, |house, _| house.standing = Ok(())),
    (Code::BarredPlace, |house, _| house.barred_place = false),
    (Code::SelfExcluded, |house, _| house.self_excluded = false),
    (Code::OwnLimit, |house, _| house.within_limits = true),
    (Code::PersonRegistered, |_, player| player.person_registered = false),
    (Code::RatingBelowRange, |_, player| player.rating = rating(1600)),
    (Code::NotAMember, |_, player| player.room_member = true),
    (Code::NotInvited, |_, player| player.invited = true),
    (Code::Busy, |_, player| player.door = Ok(())),
];

#[test]
fn the_first_reason_against_it_is_told_and_the_order_never_changes() {
    let mut house = HouseFacts {
        standing: Err(Code::PlayerFrozen.into()),
        barred_place: true,
        self_excluded: true,
        within_limits: false,
    };
    let mut player = TournamentFacts {
        registered: true,
        person_registered: true,
        rating: rating(1400),
        room_member: false,
        invited: false,
        door: Err(Code::Busy.into()),
    };
    for (code, mend) in ORDER {
        assert_eq!(refused(&strict(), &house, &player), Some(code));
        mend(&mut house, &mut player);
    }
    assert_eq!(refused(&strict(), &house, &player), None);
}

#[test]
fn a_second_click_is_told_that_the_player_is_in_already_even_when_all_seats_are_taken() {
    let again = TournamentFacts { registered: true, door: Err(Code::Busy.into()), ..player() };
    assert_eq!(refused(&strict(), &house(), &again), Some(Code::AlreadyEntered));
}

#[test]
fn the_same_person_enters_once_whichever_account_they_use() {
    let twin = TournamentFacts { person_registered: true, ..player() };
    assert_eq!(refused(&Conditions::default(), &house(), &twin), Some(Code::PersonRegistered));
}

#[test]
fn edge_case_16_checks_at_re_entry_are_those_of_the_house_at_registration() {
    assert_eq!(admits(&house()), Ok(()));
    for (facts, code) in [
        (HouseFacts { standing: Err(Code::PlayerSuspended.into()), ..house() }, Code::PlayerSuspended),
        (HouseFacts { barred_place: true, ..house() }, Code::BarredPlace),
        (HouseFacts { self_excluded: true, ..house() }, Code::SelfExcluded),
        (HouseFacts { within_limits: false, ..house() }, Code::OwnLimit),
    ] {
        assert_eq!(admits(&facts).map_err(|refused| refused.code), Err(code));
        assert_eq!(refused(&Conditions::default(), &facts, &player()), Some(code));
    }
}
