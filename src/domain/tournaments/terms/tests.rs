use super::*;

/// For the tests of the rules: tables of two, room for nine, three levels of ten minutes, no re-entry.
pub fn terms() -> Terms {
    Terms {
        starts_at: None,
        least_players: 2,
        most_players: 9,
        seats: 2,
        final_table_seats: 2,
        starting_chips: Chips(100),
        levels: Levels { every_s: 600, levels: vec![Level { round_fee: Chips(1), chip_ratio: 1 }; 3] },
        breaks: Vec::new(),
        quiet_s: 0,
        re_entries: 0,
        last_level_for_re_entry: 0,
        window_s: 20,
        final_table_closes_re_entry: true,
        last_level_for_registration: None,
        short_winner: ShortWinner::Limited,
    }
}
