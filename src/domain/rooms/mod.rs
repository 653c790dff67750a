//! Rooms: what is played where, for what, by whom.
