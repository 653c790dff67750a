//! Every error code, in one place: a stable word, what kind of refusal it is, and the sentence for people.
//!
//! A word is never renamed or reused. `{name}` in a sentence stands for the parameter of that name.

/// What kind of refusal a code is; an edge turns it into its own status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// The request itself is wrong (400).
    Malformed,
    /// Who asks is not known (401).
    Unauthenticated,
    /// Who asks may not do this (403).
    Forbidden,
    /// What is asked about does not exist (404).
    Missing,
    /// It exists, and cannot be asked in this way (405).
    NotAllowed,
    /// It did not arrive in time (408).
    TooSlow,
    /// What is asked for clashes with something that happened (409).
    Conflict,
    /// The document that is replaced is no longer the one that was read (412).
    Stale,
    /// It must say which state of a document it replaces (428).
    Unconditional,
    /// Understood, and refused by the rules or the state of things (422).
    Refused,
    /// Too large (413).
    TooLarge,
    /// Its head is too large (431).
    HeadTooLarge,
    /// Not one of the types that the operation takes (415).
    Unsupported,
    /// Too often (429).
    TooOften,
    /// Not now: ask again with the same key (503).
    Unavailable,
    /// A fault of ours (500).
    Internal,
}

macro_rules! codes { ($($member:ident $word:literal $class:ident $sentence:literal;)+) => {
    /// A stable error code.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[allow(missing_docs)]
    pub enum Code { $($member),+ }

    impl Code {
        /// Every code.
        pub const ALL: &'static [Self] = &[$(Self::$member),+];

        /// The word by which programs know it.
        #[must_use]
        pub const fn as_str(self) -> &'static str { match self { $(Self::$member => $word),+ } }

        /// What kind of refusal it is.
        #[must_use]
        pub const fn class(self) -> Class { match self { $(Self::$member => Class::$class),+ } }

        /// The sentence for people, with `{parameters}`.
        #[must_use]
        pub const fn sentence(self) -> &'static str { match self { $(Self::$member => $sentence),+ } }
    }
} }

codes! {
    // The machinery
    Internal "internal" Internal "Something went wrong on our side; nothing was changed. Please report the request id.";
    Busy "busy" Unavailable "The service has more waiting than it can take at once. Try again in a moment with the same key.";
    DatabaseAway "database_away" Unavailable "The database cannot be reached. Try again with the same key: it will not be done twice.";
    Draining "draining" Unavailable "This node is about to stop. Ask another with the same key.";
    Forbidden "forbidden" Forbidden "You may not do this: it needs the permission {permission}.";
    KeyReused "idempotency_key_reused" Refused "This Idempotency-Key was used before with another request. Use a new key for a new request.";
    InProgress "in_progress" Conflict "The request with this key is still under way. Ask again with the same key.";
    NotYours "not_yours" Forbidden "A player acts for themselves alone.";

    // The edge
    MalformedBody "malformed_body" Malformed "The body is not JSON: {reason}.";
    InvalidBody "invalid_body" Malformed "The body is not what this operation takes; `errors` names each fault.";
    InvalidQuery "invalid_query" Malformed "The query is not what this operation takes; `errors` names each fault.";
    IdempotencyKeyMissing "idempotency_key_missing" Malformed "Send an Idempotency-Key header of 1 to 255 visible ASCII characters, a new one for each new request.";
    IdempotencyKeyMalformed "idempotency_key_malformed" Malformed "An Idempotency-Key is 1 to 255 visible ASCII characters.";
    TokenMissing "token_missing" Unauthenticated "Send a token: `Authorization: Bearer ..`.";
    TokenInvalid "token_invalid" Unauthenticated "This token is not one of ours.";
    TokenExpired "token_expired" Unauthenticated "This token has expired. Sign in again.";
    RefreshInvalid "refresh_invalid" Unauthenticated "This refresh token is not one of ours. Sign in again.";
    RefreshReused "refresh_reused" Unauthenticated "This refresh token was used before, so that somebody may have copied it: the session was ended. Sign in again.";
    SessionOver "session_over" Unauthenticated "This session is over. Sign in again.";
    UnknownSession "unknown_session" Missing "There is no such session of yours.";
    LastEventIdMalformed "last_event_id_malformed" Malformed "Last-Event-ID is the id of the last event that came: a whole number from 0.";
    EventAhead "event_ahead" Conflict "This stream has no event {asked} yet: its last is {last}. Read it from the beginning.";
    TooManyStreams "too_many_streams" TooOften "{most} live streams are open already, as many as may be. Close one first.";
    StreamsFull "streams_full" Unavailable "This node has as many live streams as it takes. Try again in a moment: another one may answer.";
    SignInFailed "sign_in_failed" Unauthenticated "These credentials are not right.";
    TooManyGuesses "too_many_guesses" TooOften "Too many attempts from here. Wait {seconds} seconds.";
    TooManyRequests "too_many_requests" TooOften "Too many requests: {limit} a minute at most. Wait {seconds} seconds.";
    OriginRefused "origin_refused" Malformed "A page of this origin may not ask for this in a browser.";
    NotFound "not_found" Missing "There is nothing at this address.";
    MethodNotAllowed "method_not_allowed" NotAllowed "This address takes {methods}.";
    RequestTimeout "request_timeout" TooSlow "The body did not arrive within {seconds} seconds.";
    BodyTooLarge "body_too_large" TooLarge "The body is larger than {limit} bytes.";
    HeadTooLarge "head_too_large" HeadTooLarge "The headers are larger than {limit} bytes.";
    UnsupportedMediaType "unsupported_media_type" Unsupported "Send the body as application/json.";

    // Money
    UnknownCurrency "unknown_currency" Refused "There is no currency {currency} here.";
    TooManyDecimals "too_many_decimal_places" Refused "The amount has more decimal places than {currency} has.";
    AmountOutOfRange "amount_out_of_range" Refused "The amount is too large.";
    AmountNotPositive "amount_not_positive" Refused "The amount must be above 0.";
    InsufficientFunds "insufficient_funds" Refused "The balance is not enough: {shortfall} {currency} is missing.";
    Unbalanced "unbalanced_transfer" Internal "A transfer did not sum to zero; nothing was changed.";

    DepositKnown "deposit_known" Refused "This provider's reference {reference} was booked before.";

    UnknownWithdrawal "unknown_withdrawal" Missing "There is no such withdrawal.";
    WithdrawalState "withdrawal_state" Conflict "The withdrawal is {state}; this can be done only while it is {needed}.";
    ObligationClosed "obligation_closed" Conflict "This is no longer owed: it is {state}.";
    UnknownDeposit "unknown_deposit" Missing "There is no such deposit.";
    DepositState "deposit_state" Conflict "The deposit is {state}; it can be taken back only while it is booked.";
    AmountZero "amount_zero" Refused "The amount must not be 0.";
    UnknownTransfer "unknown_transfer" Missing "There is no such transfer.";
    NotReversible "not_reversible" Refused "A transfer of the kind {kind} is not reversed: it is undone by an act of its own, or not at all.";
    AlreadyReversed "already_reversed" Conflict "This transfer was reversed before; a transfer is reversed once.";
    MoreThanOwed "more_than_owed" Refused "This is more than is owed: {owed} {currency}.";
    NeedsApproval "needs_approval" Refused "This takes two people: ask for approval.";
    UnknownApproval "unknown_approval" Missing "There is no such request for approval.";
    ApprovalState "approval_state" Conflict "This request for approval is {state}; nothing more can be done with it.";
    SecondPerson "second_person" Refused "A second person must decide, not the one who asked.";
    AskerNotPermitted "asker_not_permitted" Refused "Whoever asked for this may no longer do so.";
    NotTheAsker "not_the_asker" Forbidden "A request for approval is withdrawn by the person who asked for it.";

    // People
    UnknownPlayer "unknown_player" Missing "There is no such player.";
    NicknameTaken "nickname_taken" Refused "This nickname is taken.";
    EmailTaken "email_taken" Refused "This e-mail address is taken.";
    SignUpClosed "sign_up_closed" Forbidden "Nobody opens an account by themselves here: ask the house.";
    PasswordWrong "password_wrong" Refused "This is not the present password.";
    MailNotSetUp "mail_not_set_up" Refused "This house sends no mail: ask its staff.";
    MailTokenInvalid "mail_token_invalid" Refused "This is not good, or no longer: it was used, is too old, or something else was done since. Ask for another mail.";
    EmailMissing "email_missing" Refused "There is no e-mail address with this account.";
    PersonKnown "person_known" Refused "This person has an account here, or had one: each person has one account.";
    BirthDateImpossible "birth_date_impossible" Refused "Nobody who is alive was born on this day.";
    TooYoung "too_young" Refused "Accounts are for people of {least} years and more.";
    PlaceMissing "place_missing" Refused "It is not known where this player lives: nobody sits down without that.";
    RegionMissing "region_missing" Refused "Say in which region of {country} this player lives: from some of them nobody may play.";
    AccountChanged "account_changed" Conflict "The account was changed meanwhile. Read it again first.";
    PersonFixed "person_fixed" Refused "Name and birth date, once told, are changed by staff alone.";
    PlayerSuspended "player_suspended" Refused "This account is suspended.";
    PlayerClosed "player_closed" Refused "This account is closed.";
    PlayerFrozen "player_frozen" Refused "This account owes money and is frozen for play and withdrawal until it is paid.";
    UnknownStaff "unknown_staff" Missing "There is no such member of staff.";
    UnknownClient "unknown_client" Missing "There is no such client app.";
    StaffDisabled "staff_disabled" Forbidden "This staff account is disabled.";
    ClientDisabled "client_disabled" Forbidden "This client app is disabled.";
    OwnAccount "own_account" Refused "Another member of staff must do this: nobody does it to their own account.";
    AlreadySo "already_so" Conflict "It is so already; nothing was changed.";
    UntilPast "until_past" Refused "The end of a suspension must lie ahead.";
    ReasonMissing "reason_missing" Refused "Say why: a reason is required.";

    // Rooms, rake schedules and their versions
    Maintenance "maintenance" Refused "The house is under maintenance: games under way go on, no new game begins.";
    RoomStopped "room_stopped" Refused "No new game begins in the room {room} for now.";
    WithdrawalsStopped "withdrawals_stopped" Refused "No withdrawal is taken or sent for now.";
    UnknownRoom "unknown_room" Missing "There is no such room.";
    RoomNotInForce "room_not_in_force" Refused "This room, or its rake schedule, is not yet in force.";
    DocumentInvalid "document_invalid" Refused "The document has faults: each is named with its place.";
    StaleDocument "stale_document" Stale "The document has changed meanwhile: its last version is {version}. Read it again first.";
    IfMatchMissing "if_match_missing" Unconditional "Send If-Match with the ETag of the document as you have read it, or If-None-Match: * for a new one.";
    EffectiveInPast "effective_in_past" Refused "A version cannot come into force at a time that has passed.";
    EffectiveNotAfterLast "effective_not_after_last" Refused "A version comes into force after the one before it, which does at {last}.";

    // What a room offers and a schedule can reckon
    CurrencyNotOffered "currency_not_offered" Refused "This room does not play for {currency}.";
    StakeNotOffered "stake_not_offered" Refused "{stake} {currency} is not a stake of this room.";
    StakeNotPositive "stake_not_positive" Refused "The stake must be above 0.";
    SingleNotOffered "single_not_offered" Refused "This room offers no single games.";
    MatchNotOffered "match_not_offered" Refused "No matches are offered here.";
    PointsOutOfRange "points_out_of_range" Refused "A match is to at least 1 point, and at most to the longest that the room offers.";
    VariantNotOffered "variant_not_offered" Refused "This room does not offer {variant}.";
    OptionNotOffered "option_not_offered" Refused "The option {option} is not offered for this game.";
    TooManyAutomaticDoubles "too_many_automatic_doubles" Refused "No more than {most} automatic doubles.";
    CubeMaxOutOfRange "cube_max_out_of_range" Refused "The cube maximum is a power of two from 2 to {cube_max}.";
    LimitBelowStake "limit_below_stake" Refused "The limit must be at least the stake.";
    LimitNotPositive "limit_not_positive" Refused "The limit must be above 0.";
    CubeNotPowerOfTwo "cube_not_power_of_two" Refused "The cube shows a power of two.";
    ResultOutOfRange "result_out_of_range" Refused "A result is 1, 2 or 3: single, gammon, backgammon.";
    RatingTooLow "rating_too_low" Refused "Both players need a rating of at least {least} here.";
    RatingOutOfRange "rating_out_of_range" Refused "The rating, or the experience, is out of range.";
    RatingTooManyDecimals "rating_too_many_decimals" Refused "A rating has at most six decimal places.";
    LengthOutOfRange "length_out_of_range" Refused "The length of a match is at least 1.";
    NotADecimal "not_a_decimal" Refused "This is not a decimal: an optional minus, digits, and perhaps a point and digits.";
    ExperienceOutOfRange "experience_out_of_range" Refused "Experience is a whole number from 0.";
    UnknownSchedule "unknown_schedule" Missing "There is no such rake schedule.";
    UnknownKind "unknown_kind" Refused "The kind of game is single or match.";
    UnknownTierBasis "unknown_tier_basis" Refused "The tier basis is stake or amount.";
    ScheduleUnusable "schedule_unusable" Internal "The room's rake schedule cannot be applied to this game.";

    // Games
    UnknownGame "unknown_game" Missing "There is no such game.";
    GameNotOpen "game_not_open" Conflict "This game is no longer open: it is {state}.";
    GameNotStarted "game_not_started" Conflict "Nobody has joined this game yet.";
    GameEnded "game_ended" Conflict "This game has ended: it is {state}.";
    GameReported "game_reported" Conflict "A result was claimed in this game: it waits for the other player's confirmation.";
    GameDisputed "game_disputed" Conflict "This game is disputed: staff decide it.";
    GameNotDisputed "game_not_disputed" Conflict "This game is not disputed: there is nothing to decide.";
    SelfPlay "self_play" Refused "Nobody plays against themselves.";
    NotAtTable "not_at_table" Forbidden "This player is not at that table.";
    WinnerNotAtTable "winner_not_at_table" Refused "The winner is not at the table.";
    OpponentShortOfFunds "opponent_short_of_funds" Refused "The player who opened this game cannot cover it at present.";
    OpponentUnavailable "opponent_unavailable" Refused "The player who opened this game may not play at present.";
    NotDue "not_due" Conflict "There is nothing due here now.";
    ResultNotInVariant "result_not_in_variant" Refused "In this variant nothing counts three times.";
    CubeNotReported "cube_not_reported" Refused "The cube stands at {cube} by the doubles that were reported. Report each double and its answer first.";
    NothingClaimed "nothing_claimed" Conflict "No result was claimed in this game.";
    AlreadyReported "already_reported" Conflict "This player has claimed a result already: it waits for the other's word.";
    OwnClaim "own_claim" Refused "It is the other player who answers this claim.";

    // Positions and rolls
    VariantNotEvaluated "variant_not_evaluated" Refused "Only positions of backgammon, nackgammon, tavla and portes are evaluated.";
    UnknownVariant "unknown_variant" Refused "There is no such variant here.";
    PositionImpossible "position_impossible" Refused "This position cannot be; every reason is named.";
    DieOutOfRange "die_out_of_range" Refused "A die shows 1 to 6.";
    GameOver "game_over" Refused "The game is over: there is nothing to play.";
    GameNotFinished "game_not_finished" Refused "The game is not finished: the side it is seen from has not borne off all checkers.";

    // The cube
    NoCube "no_cube" Refused "This game is played without the doubling cube.";
    DoubleInMatch "double_in_match" Refused "In a match the cube moves no money: only the match's winner is reported.";
    CubeNotYours "cube_not_yours" Refused "The other player holds the cube.";
    CubeAtMaximum "cube_at_maximum" Refused "The cube would pass its maximum, {cube_max}.";
    DeadCube "dead_cube" Refused "The cube is dead: the game is worth as much as can pass already.";
    DoubleNotCovered "double_not_covered" Refused "This room allows a double only where both players can cover it.";
    DoublePending "double_pending" Conflict "A double waits for its answer.";
    NoDoublePending "no_double_pending" Conflict "No double waits for an answer.";
    NotYoursToAnswer "not_yours_to_answer" Refused "It is the other player who answers this double.";
    BeaverNotAgreed "beaver_not_agreed" Refused "Beavers were not agreed for this game.";
    BeaverOnBeaver "beaver_on_beaver" Refused "A beaver cannot be beavered.";
    AutomaticDoublesOver "automatic_doubles_over" Refused "The cube was turned: automatic doubles come before the first roll only.";

    // Tournaments: their life
    TournamentBusy "tournament_busy" Conflict "This tournament is {state}: that is being worked off, and nothing else can be done meanwhile.";
    TournamentNotStarted "tournament_not_started" Conflict "This tournament has not started: it is {state}.";
    TournamentStarted "tournament_started" Conflict "This tournament has started.";
    TournamentOver "tournament_over" Conflict "This tournament is {state}: nothing of it changes any more.";
    TournamentState "tournament_state" Conflict "This tournament is {state} and cannot become {asked}.";
    TournamentEntered "tournament_entered" Conflict "Somebody has entered this tournament: its settings stay as they are.";
    TooFewEntrants "too_few_entrants" Refused "This tournament needs at least {least} entrants and has {entrants}.";
    RegistrationClosed "registration_closed" Conflict "Nobody can register for this tournament now: it is {state}.";
    TournamentFull "tournament_full" Conflict "All {most} seats of this tournament are taken.";
    PlayersLeft "players_left" Conflict "{players} players are still in: the tournament ends when one is left.";
    FinalTableEarly "final_table_early" Conflict "The final table is formed once those left fit its {seats} seats, no round is played and nobody may still come back.";

    // The level clock
    ClockNotStarted "clock_not_started" Conflict "The clock starts with the tournament.";
    ClockPaused "clock_paused" Conflict "The clock is paused.";
    ClockRunning "clock_running" Conflict "The clock is running.";
    LevelOutOfRange "level_out_of_range" Refused "The levels are 1 to {last}.";
    LevelNotInForce "level_not_in_force" Refused "Level {level} is in force.";
    OnBreak "on_break" Conflict "There is a break: no round starts.";
    LevelEnding "level_ending" Conflict "The level ends at {until}: no round starts so shortly before.";

    // Rounds
    UnknownEntry "unknown_entry" Missing "There is no such entry in this tournament.";
    UnknownRound "unknown_round" Missing "There is no such round in this tournament.";
    TableSize "table_size" Refused "A round is played by 2 to {most} players.";
    SeatedTwice "seated_twice" Refused "A player sits in one seat of a round.";
    NotInPlay "not_in_play" Refused "This player is not in play.";
    AlreadyInRound "already_in_round" Conflict "This player sits in a round already.";
    RoundOpen "round_open" Conflict "A round is under way.";
    SeatWithoutChips "seat_without_chips" Refused "A player who holds no chips cannot sit in a round.";
    ChipsOutOfRange "chips_out_of_range" Refused "Chips are a whole number, not below 0, and not too large to reckon with.";
    RatioOutOfRange "chip_ratio_out_of_range" Refused "The chip ratio is a whole number from 1.";
    LoserNotAtTable "loser_not_at_table" Refused "A loser is not at the table.";
    WinnerAmongLosers "winner_among_losers" Refused "The winner has no negative points.";
    NegativePointsMissing "negative_points_missing" Refused "Every loser has negative points, perhaps 0.";
    NegativePointsOutOfRange "negative_points_out_of_range" Refused "Negative points are a whole number from 0.";
    UnknownShortWinner "unknown_short_winner" Refused "The rule for a short winner is limited or unlimited.";
    TooFewAtTable "too_few_at_table" Refused "A round is played by two players or more.";
    SharesNotPot "shares_not_pot" Refused "The shares of a void round give every seat its part, and together the pot.";
    RoundSettled "round_settled" Conflict "This round was settled otherwise. A director may correct it.";
    RoundNotSettled "round_not_settled" Conflict "This round is not settled yet: there is nothing to correct.";
    RoundPlayedOn "round_played_on" Conflict "A player of this round has started another one since: it can no longer be corrected.";

    // A tournament as a script
    AlreadyEntered "already_entered" Conflict "This player has entered this tournament.";
    CountOutOfRange "count_out_of_range" Refused "A number of seats, re-entries or levels is a whole number from 0.";
    SharesFaulty "shares_faulty" Refused "The shares of the prize pool are parts of 10000, together the whole, and never rise from a place to the next.";
    UnknownEvent "unknown_event" Refused "An event is round, re_entry, level_up or final_table.";

    // Coming back, and leaving
    ReEntryRefused "re_entry_refused" Refused "No re-entry: {reason} ({has}, allowed {allowed}).";
    EntryClosed "entry_closed" Refused "This player is {state} and cannot come back.";
    LastPlayer "last_player" Refused "The last player who is in cannot be disqualified: finish or cancel the tournament.";
    TableHeld "table_held" Conflict "This table is held: its last rounds were void because all were absent.";
    TableNotHeld "table_not_held" Conflict "This table is not held.";
    NobodyAbsent "nobody_absent" Conflict "Nobody at this table was absent in all its void rounds.";

    // Tournaments: who may enter
    PersonRegistered "person_registered" Refused "Another account of the same person, or one that shares what no two accounts of a tournament may, is in this tournament.";
    BarredPlace "barred_place" Refused "Nobody may play from where this player lives.";
    SelfExcluded "self_excluded" Refused "This player has excluded themselves from play.";
    OwnLimit "own_limit" Refused "This would pass a limit that the player has set.";
    RatingBelowRange "rating_below_range" Refused "This tournament is for ratings of at least {least}.";
    RatingAboveRange "rating_above_range" Refused "This tournament is for ratings of at most {most}.";
    NotAMember "not_a_member" Refused "This tournament is for members of the room {room}.";
    NotInvited "not_invited" Refused "This tournament is for players who were invited.";

    // Coupons
    CouponNotYours "coupon_not_yours" Forbidden "This coupon is another player's.";
    CouponUsed "coupon_used" Conflict "This coupon was used.";
    CouponHeld "coupon_held" Conflict "A registration holds this coupon.";
    CouponExpired "coupon_expired" Refused "This coupon has expired.";
    CouponFreeEntry "coupon_free_entry" Refused "This entry is free: a coupon cannot pay it.";
    CouponKind "coupon_kind" Refused "This tournament does not accept coupons of this kind.";
    CouponPrice "coupon_price" Refused "This coupon pays another price than this entry's.";

    // Hands of cards
    UnknownCardGame "unknown_card_game" Refused "There is no such card game: gin, oklahoma_gin, rummy, rummy_51, rummy_40 or rummy_500.";
    UnknownCard "unknown_card" Refused "There is no card {card}.";
    CardSurplus "card_surplus" Refused "A card is there more often than the deck holds it; each is named, with how many are too many.";
    CardCount "card_count" Refused "A hand has a wrong number of cards.";
    DiscardMissing "discard_missing" Refused "A hand has 11 cards: the discard is missing.";
    NoMeld "no_meld" Refused "These cards are no meld; the reason is told.";
    MeldNotHeld "meld_not_held" Refused "A meld has a card that the knocker does not hold, or has laid in another meld.";
    GroupNotMelded "group_not_melded" Refused "The groups have a card that nobody is said to have melded.";
    KnockAboveLimit "knock_above_limit" Refused "A knock may have {limit} points of deadwood here, not {deadwood}.";
    UnknownEnding "unknown_ending" Refused "No hand of this game ends so: gin by gin, knock or undercut, the rummies by hand, going_down or nobody.";
    EndingDisagrees "ending_disagrees" Refused "The hand did not end so, by the deadwood of the two players.";
    HandVoid "hand_void" Refused "Nobody won: the hand is void, every round fee returns, and it is dealt again.";
    PlayerCount "player_count" Refused "Gin is played by two, the rummies by two or more.";
    KnockerNotAtTable "knocker_not_at_table" Refused "The knocker is not one of the two players.";
    WinnerHoldsCards "winner_holds_cards" Refused "Who went out has no cards left.";
    WinnerGiven "winner_given" Refused "Nobody went out, so no winner is named: the scores tell who won.";
}

crate::word_field!(Code);
