//! Rake: schedules, the reckoning, quotes.
