//! The shipped rooms, and what a room admits.

use kupa::domain::games::terms::{GameKind, GameOptions, Terms};
use kupa::domain::money::{Currency, Minor};
use kupa::domain::rake::{Figures, shipped as schedules};
use kupa::domain::rooms::{Room, RoomRefusal, Stakes, Variant, shipped};
use kupa::rules::rating::Rating;

fn room(slug: &str) -> Room {
    let (_, room) = shipped::rooms().into_iter().find(|(name, _)| *name == slug).unwrap();
    room
}

fn terms(kind: GameKind) -> Terms {
    Terms {
        kind,
        variant: Variant::Backgammon,
        stake: Minor(500),
        currency: Currency::usd(),
        limit: None,
        options: GameOptions::default(),
    }
}

const MATCH: GameKind = GameKind::Match { points: 5 };

/// The refusal by its word, with its params.
fn refused(room: &Room, terms: Terms) -> (&'static str, Vec<(&'static str, String)>) {
    let refusal = room.admits(&terms).unwrap_err();
    assert!(!refusal.to_string().is_empty());
    (refusal.code(), refusal.params())
}

#[test]
fn four_rooms_ship_without_fault_or_warning() {
    let rooms = shipped::rooms();
    let slugs: Vec<_> = rooms.iter().map(|(slug, _)| *slug).collect();
    assert_eq!(slugs, ["main", "giants", "dark_room", "empire"]);
    for (slug, room) in rooms {
        assert_eq!(room.validate(), [], "{slug}");
        let schedule = schedules::find_schedule(&room.schedule).unwrap();
        assert_eq!(room.warnings(&schedule), [], "{slug}");
        assert_eq!(room.stakes.keys().copied().collect::<Vec<_>>(), [Currency::usd()], "{slug} plays for dollars");
        let stored = serde_json::to_string(&room).unwrap();
        assert_eq!(serde_json::from_str::<Room>(&stored).unwrap(), room, "{slug}");
    }
}

#[test]
fn the_dark_room_is_anonymous_unrated_and_without_matches() {
    let dark = room("dark_room");
    assert!(dark.anonymous && !dark.rated && !dark.surcharges);
    assert!(dark.admits(&terms(GameKind::Single)).is_ok());
    assert_eq!(refused(&dark, terms(MATCH)), ("match_not_offered", vec![]));
}

#[test]
fn giants_seats_1800_and_not_less() {
    let giants = room("giants");
    let least = Rating::from_millionths(1_800_000_000);
    assert_eq!(giants.admits_rating(least), Ok(()));
    let refusal = giants.admits_rating(Rating::from_millionths(1_799_999_999)).unwrap_err();
    assert_eq!((refusal.code(), refusal.params()), ("rating_too_low", vec![("least", "1800".to_owned())]));
    assert_eq!(room("main").admits_rating(Rating::from_millionths(-5)), Ok(()));
}

#[test]
fn the_higher_least_rating_of_room_and_schedule_counts() {
    let giants = schedules::find_schedule("giants").unwrap();
    let least = |points: Option<i64>| {
        let least_rating = points.map(|points| Rating::from_millionths(points * 1_000_000));
        Room { least_rating, ..room("giants") }.least_rating_with(&giants).unwrap().shown()
    };
    assert_eq!([None, Some(1700), Some(1900)].map(least), [1800, 1800, 1900]);
}

#[test]
fn a_currency_without_figures_is_warned_about() {
    let shekel = Currency::from_code("ILS").unwrap();
    let mut giants = room("giants");
    giants.stakes.insert(shekel, Stakes::List(vec!["100".parse().unwrap()]));
    assert_eq!(giants.validate(), [], "warned about, not forbidden");
    let mut schedule = schedules::find_schedule("giants").unwrap();
    let warnings = giants.warnings(&schedule);
    assert_eq!(
        warnings.iter().map(|it| (it.pointer.as_str(), it.code.as_ref())).collect::<Vec<_>>(),
        [("/stakes/ILS", "figures_not_set")]
    );
    schedule.figures.insert(shekel, Figures::default());
    assert_eq!(giants.warnings(&schedule), []);
}

#[test]
fn what_room_and_schedule_disagree_on_is_warned_about() {
    let warned = |room: Room, schedule: &str| {
        let warnings = room.warnings(&schedules::find_schedule(schedule).unwrap());
        warnings.into_iter().map(|warning| (warning.pointer, warning.code.into_owned())).collect::<Vec<_>>()
    };
    assert_eq!(warned(room("main"), "dark_room"), [("/kinds/match".to_owned(), "match_not_in_schedule".to_owned())]);
    let low = Room { least_rating: Some(Rating::START), ..room("giants") };
    assert_eq!(warned(low, "giants"), [("/least_rating".to_owned(), "least_rating_below_schedule".to_owned())]);
    let hidden = Room { anonymous: true, ..room("main") };
    assert_eq!(warned(hidden, "sheshbesh"), [("/surcharges".to_owned(), "surcharges_betray_ratings".to_owned())]);
    let cubeless = Room { variants: vec![Variant::Tavla], ..room("main") };
    assert_eq!(warned(cubeless, "sheshbesh"), [("/options/cube".to_owned(), "cube_without_variant".to_owned())]);
}

#[test]
fn only_the_rooms_stakes_are_played_for() {
    let main = room("main");
    let staked = |stake| Terms { stake: Minor(stake), ..terms(GameKind::Single) };
    assert_eq!([1, 500, 1_000_000].map(|stake| main.admits(&staked(stake))), [Ok(()), Ok(()), Ok(())]);
    for stake in [0, -500, i64::MIN] {
        assert_eq!(refused(&main, staked(stake)), ("stake_not_positive", Vec::new()));
    }
    for (stake, shown) in [(1_000_001, "10000.01"), (i64::MAX, "92233720368547758.07")] {
        let params = vec![("stake", shown.to_owned()), ("currency", "USD".to_owned())];
        assert_eq!(refused(&main, staked(stake)), ("stake_not_offered", params));
    }
    let euro = Terms { currency: Currency::from_code("EUR").unwrap(), ..terms(GameKind::Single) };
    assert_eq!(refused(&main, euro), ("currency_not_offered", vec![("currency", "EUR".to_owned())]));
}

#[test]
fn a_step_counts_from_the_least_stake_and_a_list_holds_all() {
    let mut main = room("main");
    let [one, ten, half] = ["1", "10", "2.50"].map(|text| text.parse().unwrap());
    main.stakes.insert(Currency::usd(), Stakes::Range { least: one, most: ten, step: half });
    let allowed = |room: &Room| {
        let admits = |stake: &i64| room.admits(&Terms { stake: Minor(*stake), ..terms(GameKind::Single) }).is_ok();
        (1..=2000).filter(admits).collect::<Vec<_>>()
    };
    assert_eq!(allowed(&main), [100, 350, 600, 850]);
    main.stakes.insert(Currency::usd(), Stakes::List(vec![one, half, ten]));
    assert_eq!(allowed(&main), [100, 250, 1000]);
    main.stakes.insert(Currency::usd(), Stakes::List(vec!["0".parse().unwrap()]));
    assert_eq!(refused(&main, Terms { stake: Minor(0), ..terms(GameKind::Single) }).0, "stake_not_positive");
    main.stakes.insert(Currency::usd(), Stakes::Range { least: one, most: ten, step: "0".parse().unwrap() });
    assert_eq!(allowed(&main), [0_i64; 0], "a step of 0 allows nothing and divides nothing");
}

#[test]
fn only_the_rooms_kinds_and_variants_are_played() {
    let mut main = room("main");
    main.variants = vec![Variant::Backgammon];
    let tavla = Terms {
        variant: Variant::Tavla,
        options: GameOptions { cube: false, ..GameOptions::default() },
        ..terms(MATCH)
    };
    assert_eq!(refused(&main, tavla), ("variant_not_offered", vec![("variant", "tavla".to_owned())]));
    for points in [0, 26, u32::MAX] {
        let found = refused(&main, terms(GameKind::Match { points }));
        assert_eq!(found, ("points_out_of_range", vec![("points_max", "25".to_owned())]));
    }
    assert!(main.admits(&terms(GameKind::Match { points: 25 })).is_ok());
    main.kinds.single = false;
    assert_eq!(refused(&main, terms(GameKind::Single)), ("single_not_offered", vec![]));
}

fn with(edit: impl Fn(&mut GameOptions), kind: GameKind) -> Terms {
    let mut terms = terms(kind);
    edit(&mut terms.options);
    terms
}

fn option_refused(room: &Room, terms: Terms, option: &str) {
    assert_eq!(refused(room, terms), ("option_not_offered", vec![("option", option.to_owned())]));
}

#[test]
fn only_the_rooms_options_are_agreed_on() {
    let main = room("main");
    let all = with(
        |options| (options.jacoby, options.beavers, options.automatic_doubles) = (true, true, 3),
        GameKind::Single,
    );
    assert_eq!(main.admits(&all), Ok(()));
    let mut strict = main.clone();
    let options = &mut strict.options;
    (options.jacoby, options.beavers, options.limit, options.without_crawford) = (false, false, false, false);
    (options.automatic_doubles_max, options.cube_max) = (0, 32);
    option_refused(&strict, with(|options| options.jacoby = true, GameKind::Single), "jacoby");
    option_refused(
        &strict,
        with(|options| (options.beavers, options.cube_max) = (true, 32), GameKind::Single),
        "beavers",
    );
    option_refused(&strict, with(|options| options.crawford = false, MATCH), "without_crawford");
    let cube_32 = |options: &mut GameOptions| (options.crawford, options.cube_max) = (false, 32);
    assert_eq!(
        strict.admits(&with(cube_32, GameKind::Single)),
        Ok(()),
        "a single game has no Crawford game to leave out"
    );
    option_refused(&strict, Terms { limit: Some(Minor(5000)), ..terms(GameKind::Single) }, "limit");
    let doubles = with(|options| options.automatic_doubles = 1, GameKind::Single);
    assert_eq!(refused(&strict, doubles), ("too_many_automatic_doubles", vec![("most", "0".to_owned())]));
    let cube = refused(&strict, terms(GameKind::Single));
    assert_eq!(cube, ("cube_max_out_of_range", vec![("cube_max", "32".to_owned())]));
    strict.options.cube = false;
    option_refused(&strict, terms(GameKind::Single), "cube");
}

#[test]
fn the_cube_maximum_is_a_power_of_two() {
    for cube_max in [0, 1, 3, 48, 2048] {
        let found = refused(&room("main"), with(|options| options.cube_max = cube_max, GameKind::Single));
        assert_eq!(found, ("cube_max_out_of_range", vec![("cube_max", "1024".to_owned())]));
    }
    let cubeless = with(|options| (options.cube, options.cube_max) = (false, 0), GameKind::Single);
    assert_eq!(room("main").admits(&cubeless), Ok(()), "without a cube it means nothing");
}

#[test]
fn a_match_knows_no_jacoby_beavers_automatic_doubles_or_limit() {
    let main = room("main");
    option_refused(&main, with(|options| options.jacoby = true, MATCH), "jacoby");
    option_refused(&main, with(|options| options.beavers = true, MATCH), "beavers");
    option_refused(&main, with(|options| options.automatic_doubles = 1, MATCH), "automatic_doubles");
    option_refused(&main, Terms { limit: Some(Minor(5000)), ..terms(MATCH) }, "limit");
}

#[test]
fn options_of_the_cube_need_a_cube() {
    let main = room("main");
    for variant in [Variant::Tavla, Variant::Portes, Variant::Plakoto, Variant::Fevga, Variant::AceyDeucey] {
        option_refused(&main, Terms { variant, ..terms(GameKind::Single) }, "cube");
    }
    let cubeless =
        |edit: fn(&mut GameOptions)| with(|options| (options.cube, _) = (false, edit(options)), GameKind::Single);
    option_refused(&main, cubeless(|options| options.jacoby = true), "jacoby");
    option_refused(&main, cubeless(|options| options.beavers = true), "beavers");
    option_refused(&main, cubeless(|options| options.automatic_doubles = 1), "automatic_doubles");
}

#[test]
fn a_limit_is_at_least_the_stake() {
    let limited = |limit| Terms { limit: Some(Minor(limit)), ..terms(GameKind::Single) };
    assert_eq!(room("main").admits(&limited(500)), Ok(()));
    assert_eq!(room("main").admits(&limited(499)), Err(RoomRefusal::LimitBelowStake));
    assert_eq!(refused(&room("main"), limited(-1)), ("limit_below_stake", vec![]));
}
