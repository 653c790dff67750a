//! A room that looks lived in, made by the acts that people and programs would do.

use std::net::SocketAddr;

use uuid::Uuid;

use crate::actions::finance::ProposeRequest;
use crate::actions::games::{
    DisputeGame, DoubleGame, DropDouble, JoinGame, OpenGame, ReportGame, TakeDouble, VoidGame,
};
use crate::actions::players::{CorrectRating, OpenPlayer};
use crate::actions::staff::{AddClient, AddStaff};
use crate::actions::wallets::{BookDeposit, ConfirmWithdrawal, RequestWithdrawal, SendWithdrawal};
use crate::app::App;
use crate::domain::act::{Act, Actor, Refused, RequestKey};
use crate::domain::codes::Code;
use crate::domain::finance::Proposal;
use crate::domain::games::{GameKind, GameOptions, Terms, Variant};
use crate::domain::ids::{ApprovalId, ClientId, DepositId, GameId, PlayerId, StaffId, WithdrawalId};
use crate::domain::money::{Currency, Minor};
use crate::domain::players::access::{Role, Scope};
use crate::domain::players::person::Told;
use crate::domain::slug::Slug;
use crate::web::password;

/// By which everybody in the demonstration signs in.
const PASSWORD: &str = "shesh besh demo";

/// The players: nickname, the name of their e-mail address, rating, dollars put in.
const PLAYERS: [(&str, &str, i64, i64); 20] = [
    ("נועה", "noa", 1702, 400),
    ("Marcus", "marcus", 1655, 250),
    ("אבי המלך", "avi", 1841, 2500),
    ("Dina", "dina", 1588, 120),
    ("שירה", "shira", 1634, 300),
    ("Old Fox", "fox", 1912, 5000),
    ("יוסי", "yossi", 1499, 80),
    ("Lena", "lena", 1760, 650),
    ("מאיר", "meir", 1681, 220),
    ("Tariq", "tariq", 1823, 1800),
    ("גילה", "gila", 1555, 150),
    ("Bishop", "bishop", 1977, 4000),
    ("רוני", "roni", 1612, 180),
    ("Sofia", "sofia", 1718, 500),
    ("אלון", "alon", 1867, 2200),
    ("Pete", "pete", 1520, 90),
    ("תמר", "tamar", 1644, 260),
    ("Ivan", "ivan", 1790, 900),
    ("דוד", "david", 1571, 140),
    ("Hope", "hope", 1635, 310),
];

/// Single games settled: room, opener, joiner, dollars, doubles taken, result.
const SINGLES: [(&str, usize, usize, i64, u32, u8); 22] = [
    ("main", 0, 1, 5, 0, 2),
    ("main", 3, 4, 2, 1, 1),
    ("main", 7, 8, 10, 0, 1),
    ("empire", 12, 13, 5, 1, 2),
    ("giants", 2, 5, 50, 1, 1),
    ("main", 6, 15, 1, 0, 3),
    ("dark_room", 9, 16, 10, 0, 1),
    ("main", 10, 18, 2, 2, 1),
    ("giants", 9, 11, 60, 0, 2),
    ("main", 1, 4, 4, 1, 1),
    ("empire", 17, 19, 20, 0, 1),
    ("main", 13, 0, 8, 0, 1),
    ("dark_room", 5, 7, 25, 1, 1),
    ("main", 16, 12, 3, 0, 2),
    ("giants", 14, 2, 100, 0, 1),
    ("main", 8, 3, 2, 0, 1),
    ("empire", 4, 19, 5, 1, 1),
    ("main", 18, 6, 1, 1, 1),
    ("giants", 11, 14, 50, 1, 1),
    ("main", 17, 7, 15, 0, 2),
    ("dark_room", 1, 19, 5, 0, 1),
    ("main", 0, 13, 6, 1, 1),
];

/// Matches settled: room, opener, joiner, dollars, points.
const MATCHES: [(&str, usize, usize, i64, u32); 8] = [
    ("main", 0, 7, 20, 5),
    ("empire", 1, 13, 10, 3),
    ("giants", 5, 11, 150, 7),
    ("main", 4, 16, 15, 3),
    ("main", 17, 9, 40, 7),
    ("empire", 8, 12, 10, 5),
    ("giants", 2, 14, 100, 5),
    ("main", 19, 10, 5, 1),
];

/// What the demonstration shows.
pub(super) struct Club {
    client: ClientId,
    secret: String,
    players: Vec<PlayerId>,
    /// A game under way, and who plays it.
    playing: (GameId, PlayerId, PlayerId),
    settled: usize,
}

/// Does acts, one after the other.
struct Acts<'a>(&'a App);

impl Acts<'_> {
    fn act<A: Act>(&self, act: A) -> Result<A::Answer, Refused> {
        let key = RequestKey::new(format!("demo:{}", Uuid::now_v7()), &[A::NAME.as_bytes()], None);
        self.0.committer.submit_and_wait(act, key)?.into_result()
    }

    /// A game on offer.
    fn open(&self, room: &str, player: PlayerId, terms: Terms) -> Result<GameId, Refused> {
        let (game, by) = (GameId(Uuid::now_v7()), Actor::Player(player));
        Ok(self.act(OpenGame { by, game, player, room: slug(room)?, terms })?.game)
    }

    /// A game under way.
    fn begin(&self, room: &str, opener: PlayerId, joiner: PlayerId, terms: Terms) -> Result<GameId, Refused> {
        let game = self.open(room, opener, terms)?;
        self.act(JoinGame { by: Actor::Player(joiner), game, player: joiner })?;
        Ok(game)
    }

    fn double(&self, game: GameId, player: PlayerId) -> Result<(), Refused> {
        self.act(DoubleGame { by: Actor::Player(player), game, player }).map(drop)
    }
}

fn slug(name: &str) -> Result<Slug, Refused> {
    name.parse().map_err(|_| Code::Internal.into())
}

fn terms(kind: GameKind, dollars: i64) -> Terms {
    let (stake, options) = (Minor(dollars * 100), GameOptions::default());
    Terms { kind, variant: Variant::Backgammon, stake, currency: Currency::usd(), limit: None, options }
}

impl Club {
    /// Fills a fresh database.
    pub(super) fn fill(app: &App) -> Result<Self, Refused> {
        let acts = Acts(app);
        // One hash for all: they share the password, and hashing is slow by design.
        let hash = password::hash(PASSWORD)?;
        let owner = staff(&acts, "owner", Role::Owner, &hash)?;
        staff(&acts, "finance", Role::Finance, &hash)?;
        staff(&acts, "support", Role::Support, &hash)?;
        let secret = password::new_secret();
        let client = acts.act(AddClient {
            by: owner,
            client: ClientId(Uuid::now_v7()),
            name: "Board".to_owned(),
            secret: password::secret_digest(&secret),
            scopes: vec![Scope::PlayersWrite, Scope::PaymentsWrite, Scope::GamesReport],
            rooms: Vec::new(),
        })?;
        let board = Actor::Client(client.client);
        let players = PLAYERS.iter().map(|player| open_player(&acts, owner, board, *player, &hash));
        let players = players.collect::<Result<Vec<_>, _>>()?;
        play(&acts, board, &players)?;
        let playing = under_way(&acts, owner, &players)?;
        money(&acts, owner, board, &players)?;
        Ok(Self { client: client.client, secret, players, playing, settled: SINGLES.len() + MATCHES.len() + 1 })
    }

    /// How to come in, and three lines to try.
    pub(super) fn welcome(&self, address: SocketAddr, database: &str) -> String {
        let (game, opener, joiner) = self.playing;
        let (players, settled, client, secret) = (self.players.len(), self.settled, self.client, &self.secret);
        let sign_in = r#"{"as": "staff", "email": "owner@demo.example", "password": "shesh besh demo"}"#;
        let result = format!(r#"{{"winner": "{opener}", "result": 2, "cube": 1}}"#);
        let at = format!("http://{address}");
        format!(
            "Kupa's demonstration: {at}   what it can do: {at}/docs\n\
             {players} players, {settled} games settled, some open, one disputed; the database is {database}\n\
             \n\
             Everybody's password is \"{PASSWORD}\".\n\
             staff    owner@demo.example, finance@demo.example, support@demo.example\n\
             players  noa@demo.example, marcus@demo.example, avi@demo.example, .. ({joiner} is marcus)\n\
             program  client_id {client}\n         client_secret {secret}\n\
             \n\
             Three lines to try: sign in; look at the books; settle the game of noa and marcus (repeat it: it is done once).\n\
             \n\
             TOKEN=$(curl -s {at}/v1/auth/sign-in -H 'Content-Type: application/json' -d '{sign_in}' | sed 's/.*\"access_token\":\"\\([^\"]*\\)\".*/\\1/')\n\
             curl -s {at}/v1/finance/trial-balance -H \"Authorization: Bearer $TOKEN\"\n\
             curl -s {at}/v1/games/{game}/report -H \"Authorization: Bearer $TOKEN\" -H 'Idempotency-Key: try-1' -H 'Content-Type: application/json' -d '{result}'\n"
        )
    }
}

fn staff(acts: &Acts<'_>, name: &str, role: Role, hash: &str) -> Result<Actor, Refused> {
    let (staff, email) = (StaffId(Uuid::now_v7()), format!("{name}@demo.example"));
    let added = acts.act(AddStaff { by: Actor::System, staff, email, password: hash.to_owned(), role })?;
    Ok(Actor::Staff(added.staff))
}

fn open_player(
    acts: &Acts<'_>,
    owner: Actor,
    board: Actor,
    (nickname, email, rating, dollars): (&str, &str, i64, i64),
    hash: &str,
) -> Result<PlayerId, Refused> {
    let player = PlayerId(Uuid::now_v7());
    acts.act(OpenPlayer {
        by: board,
        player,
        nickname: nickname.to_owned(),
        email: Some(format!("{email}@demo.example")),
        password: Some(hash.to_owned()),
        person: Told::default(),
    })?;
    acts.act(CorrectRating {
        by: owner,
        player,
        variant: Variant::Backgammon,
        rating: rating * 1_000_000,
        experience: Some(rating - 1450),
        reason: "Brought along from the club's old list".to_owned(),
    })?;
    acts.act(BookDeposit {
        by: board,
        deposit: DepositId(Uuid::now_v7()),
        player,
        provider: slug("paypal")?,
        reference: format!("PAY-{email}"),
        amount: Minor(dollars * 100),
        currency: Currency::usd(),
    })?;
    Ok(player)
}

/// Games that were played to their end. The opener wins every second one.
fn play(acts: &Acts<'_>, board: Actor, players: &[PlayerId]) -> Result<(), Refused> {
    for (number, &(room, opener, joiner, dollars, doubles, result)) in SINGLES.iter().enumerate() {
        let (opener, joiner) = (players[opener], players[joiner]);
        let game = acts.begin(room, opener, joiner, terms(GameKind::Single, dollars))?;
        for turn in 0..doubles {
            let (offers, takes) = if turn % 2 == 0 { (opener, joiner) } else { (joiner, opener) };
            acts.double(game, offers)?;
            acts.act(TakeDouble { by: Actor::Player(takes), game, player: takes })?;
        }
        let winner = if number % 2 == 0 { opener } else { joiner };
        acts.act(ReportGame { by: board, game, winner, result, cube: 1 << doubles })?;
    }
    for (number, &(room, opener, joiner, dollars, points)) in MATCHES.iter().enumerate() {
        let (opener, joiner) = (players[opener], players[joiner]);
        let game = acts.begin(room, opener, joiner, terms(GameKind::Match { points }, dollars))?;
        let winner = if number % 2 == 0 { opener } else { joiner };
        acts.act(ReportGame { by: board, game, winner, result: 1, cube: 1 })?;
    }
    let game = acts.begin("main", players[3], players[10], terms(GameKind::Single, 2))?;
    acts.double(game, players[3])?;
    acts.act(DropDouble { by: Actor::Player(players[10]), game, player: players[10] })?;
    Ok(())
}

/// Games on offer, under way, claimed, disputed, voided.
fn under_way(acts: &Acts<'_>, owner: Actor, players: &[PlayerId]) -> Result<(GameId, PlayerId, PlayerId), Refused> {
    acts.open("main", players[4], terms(GameKind::Single, 5))?;
    acts.open("giants", players[5], terms(GameKind::Match { points: 5 }, 200))?;
    acts.open("dark_room", players[13], terms(GameKind::Single, 10))?;
    let (noa, marcus) = (players[0], players[1]);
    let playing = acts.begin("main", noa, marcus, terms(GameKind::Single, 5))?;
    let doubled = acts.begin("main", players[17], players[7], terms(GameKind::Single, 10))?;
    acts.double(doubled, players[17])?;
    let claim = |game, by: PlayerId| ReportGame { by: Actor::Player(by), game, winner: by, result: 2, cube: 1 };
    let claimed = acts.begin("empire", players[12], players[16], terms(GameKind::Single, 2))?;
    acts.act(claim(claimed, players[12]))?;
    let disputed = acts.begin("main", players[8], players[18], terms(GameKind::Single, 3))?;
    acts.act(claim(disputed, players[8]))?;
    let reason = "It was a single game, not a gammon".to_owned();
    acts.act(DisputeGame { by: Actor::Player(players[18]), game: disputed, player: players[18], reason })?;
    let voided = acts.begin("main", players[6], players[15], terms(GameKind::Single, 1))?;
    acts.act(VoidGame { by: owner, game: voided, reason: "The board went dark".to_owned() })?;
    Ok((playing, noa, marcus))
}

/// Withdrawals, one arrived and one asked for; capital that waits for a second person.
fn money(acts: &Acts<'_>, owner: Actor, board: Actor, players: &[PlayerId]) -> Result<(), Refused> {
    let provider = slug("paypal")?;
    let withdraw = |player, dollars: i64| {
        acts.act(RequestWithdrawal {
            by: Actor::Player(player),
            withdrawal: WithdrawalId(Uuid::now_v7()),
            player,
            amount: Minor(dollars * 100),
            currency: Currency::usd(),
            provider,
        })
    };
    let withdrawal = withdraw(players[11], 500)?.withdrawal;
    acts.act(SendWithdrawal { by: board, withdrawal, reference: "OUT-1".to_owned() })?;
    acts.act(ConfirmWithdrawal { by: board, withdrawal })?;
    withdraw(players[2], 300)?;
    acts.act(ProposeRequest {
        by: owner,
        request: ApprovalId(Uuid::now_v7()),
        proposal: Proposal::Equity { amount: Minor(1_000_000), currency: Currency::usd() },
        reason: "The first capital".to_owned(),
    })?;
    Ok(())
}
