//! The rows of one table that a batch has loaded: strict about what was asked for, with an undo log.

use rustc_hash::FxHashMap;

use super::keeper::Hold;
use super::row::Row;

/// How many copies of rows that never change a writer keeps for a table before it starts anew.
const KEPT_COPIES: usize = 10_000;

/// An act touched a row that its needs did not name. Either that is a fault of the act, or an act before it in the
/// batch has changed what its needs were told by: then it is put off, and asked again. Thrown without the noise of
/// a panic, and caught where the act is run.
#[derive(Debug)]
pub struct Unnamed(pub String);

fn unnamed<R: Row>(what: &str, key: &impl std::fmt::Debug) -> ! {
    std::panic::resume_unwind(Box::new(Unnamed(format!("needs() did not {what} {} {key:?}", R::TABLE))))
}

/// What an act asks of one table.
#[derive(Debug)]
pub struct Wanted<R: Row> {
    pub(super) lock: Vec<R::Key>,
    pub(super) share: Vec<R::Key>,
    pub(super) read: Vec<R::Key>,
    pub(super) groups: Vec<R::Group>,
}

impl<R: Row> Default for Wanted<R> {
    fn default() -> Self {
        Self { lock: Vec::new(), share: Vec::new(), read: Vec::new(), groups: Vec::new() }
    }
}

impl<R: Row> Wanted<R> {
    /// The row, locked until the commit: it may be edited, or inserted where absent.
    pub fn lock(&mut self, key: R::Key) {
        self.lock.push(key);
    }

    /// The row, kept from being changed until the commit, by a lock that others share: it can be read, not edited. For a
    /// row that many acts heed and few change. It keeps nobody from inserting a row that is absent.
    pub fn share(&mut self, key: R::Key) {
        self.share.push(key);
    }

    /// The row as it was when read: it may be a batch old. Not for a decision about money.
    pub fn read(&mut self, key: R::Key) {
        self.read.push(key);
    }

    /// All rows of a group, read. Current only while the group's parent is locked, or where rows never change.
    pub fn all(&mut self, group: R::Group) {
        self.groups.push(group);
    }

    pub(super) fn clear(&mut self) {
        self.lock.clear();
        self.share.clear();
        self.read.clear();
        self.groups.clear();
    }
}

/// What will become of a row at the commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Read,
    Shared,
    Locked,
    New,
    Changed,
}

impl Fate {
    /// Whether the row cannot be edited as it was loaded.
    fn is_only_read(self) -> bool {
        matches!(self, Self::Read | Self::Shared)
    }
}

#[derive(Debug, Clone)]
struct Slot<R> {
    row: Option<R>,
    fate: Fate,
    /// The turn (act of the batch) whose needs named this row last, and whether they asked for the lock.
    turn: u64,
    turn_lock: bool,
}

/// The loaded rows of one table.
#[derive(Debug)]
pub struct Table<R: Row> {
    slots: FxHashMap<R::Key, Slot<R>>,
    groups: FxHashMap<R::Group, (Vec<R::Key>, u64)>,
    undo: Vec<(R::Key, Option<R>, Fate)>,
    /// Keys that were inserted or changed; some perhaps undone since, or named twice.
    written: Vec<R::Key>,
    /// Keys whose slots are of no use to the next batch: locked, or absent.
    passing: Vec<R::Key>,
    turn: u64,
}

/// Keys still to be loaded.
pub(super) struct Missing<R: Row> {
    pub lock: Vec<R::Key>,
    pub share: Vec<R::Key>,
    pub read: Vec<R::Key>,
    pub groups: Vec<R::Group>,
}

impl<R: Row> Default for Table<R> {
    fn default() -> Self {
        Self {
            slots: FxHashMap::default(),
            groups: FxHashMap::default(),
            undo: Vec::new(),
            written: Vec::new(),
            passing: Vec::new(),
            turn: 0,
        }
    }
}

impl<R: Row> Table<R> {
    /// The row, or `None` where it is known to be absent.
    ///
    /// # Panics
    /// Where the act's needs did not name the key: a fault of the act, which fails alone.
    #[must_use]
    pub fn get(&self, key: &R::Key) -> Option<&R> {
        let Some(slot) = self.slots.get(key).filter(|slot| slot.turn == self.turn) else { unnamed::<R>("name", key) };
        slot.row.as_ref()
    }

    /// For `needs`: the row if it has been loaded by now.
    #[must_use]
    pub fn peek(&self, key: &R::Key) -> Option<&R> {
        self.slots.get(key).and_then(|slot| slot.row.as_ref())
    }

    /// For `needs`: the rows of a group, in the order of their keys, if they have been loaded by now.
    #[must_use]
    pub fn peek_all(&self, group: &R::Group) -> Vec<&R> {
        let keys = self.groups.get(group).map(|(keys, _)| keys.as_slice()).unwrap_or_default();
        keys.iter().filter_map(|key| self.peek(key)).collect()
    }

    /// All rows of a group, in the order of their keys.
    ///
    /// # Panics
    /// Where the act's needs did not ask for the group.
    #[must_use]
    pub fn all(&self, group: &R::Group) -> Vec<&R> {
        if self.groups.get(group).is_none_or(|(_, turn)| *turn != self.turn) {
            unnamed::<R>("ask for all of a group of", group);
        }
        self.peek_all(group)
    }

    /// The row, to be changed in place; written at the commit unless the act is refused.
    ///
    /// # Panics
    /// Where the act's needs did not lock the key, or the row is absent, or the table's rows never change.
    pub fn edit(&mut self, key: &R::Key) -> &mut R {
        let turn = self.turn;
        let slot = self.slots.get_mut(key).filter(|slot| slot.turn == turn && slot.turn_lock);
        let Some(Slot { row, fate, .. }) = slot else { unnamed::<R>("lock", key) };
        let Some(row) = row else { panic!("{} {key:?} is absent", R::TABLE) };
        assert!(!R::IMMUTABLE, "rows of {} never change", R::TABLE);
        self.undo.push((key.clone(), Some(row.clone()), *fate));
        if *fate == Fate::Locked {
            *fate = Fate::Changed;
            self.written.push(key.clone());
        }
        row
    }

    /// A new row.
    ///
    /// # Panics
    /// Where the act's needs did not lock the key, or the row exists.
    pub fn insert(&mut self, row: R) {
        let key = row.key();
        let turn = self.turn;
        let slot = self.slots.get_mut(&key).filter(|slot| slot.turn == turn && slot.turn_lock);
        let Some(slot) = slot else { unnamed::<R>("lock", &key) };
        assert!(slot.row.is_none(), "{} {key:?} exists", R::TABLE);
        self.undo.push((key.clone(), None, slot.fate));
        self.written.push(key);
        slot.row = Some(row);
        slot.fate = Fate::New;
    }

    /// The row, made if it is absent, to be changed in place.
    ///
    /// # Panics
    /// As [`Table::edit`] and [`Table::insert`].
    pub fn edit_or_insert(&mut self, key: &R::Key, make: impl FnOnce() -> R) -> &mut R {
        if self.get(key).is_none() {
            self.insert(make());
        }
        self.edit(key)
    }

    pub(super) fn begin_turn(&mut self, turn: u64, wanted: &Wanted<R>) {
        self.turn = turn;
        for (keys, lock) in [(&wanted.read, false), (&wanted.share, false), (&wanted.lock, true)] {
            for key in keys {
                if let Some(slot) = self.slots.get_mut(key) {
                    slot.turn_lock = lock && !slot.fate.is_only_read();
                    slot.turn = turn;
                }
            }
        }
        for group in &wanted.groups {
            let Some((keys, asked)) = self.groups.get_mut(group) else { continue };
            *asked = turn;
            for key in keys.iter() {
                if let Some(slot) = self.slots.get_mut(key).filter(|slot| slot.turn != turn) {
                    (slot.turn, slot.turn_lock) = (turn, false);
                }
            }
        }
    }

    pub(super) fn missing<'a>(&self, wanted: impl Iterator<Item = &'a Wanted<R>>) -> Missing<R>
    where
        R: 'a,
    {
        let mut missing = Missing { lock: Vec::new(), share: Vec::new(), read: Vec::new(), groups: Vec::new() };
        for want in wanted {
            let unlocked = |key: &&R::Key| self.slots.get(*key).is_none_or(|slot| slot.fate.is_only_read());
            let unshared = |key: &&R::Key| self.slots.get(*key).is_none_or(|slot| slot.fate == Fate::Read);
            missing.lock.extend(want.lock.iter().filter(unlocked).cloned());
            missing.share.extend(want.share.iter().filter(unshared).cloned());
            missing.read.extend(want.read.iter().filter(|key| !self.slots.contains_key(*key)).cloned());
            missing.groups.extend(want.groups.iter().filter(|group| !self.groups.contains_key(*group)).cloned());
        }
        missing.lock.sort_unstable();
        missing.lock.dedup();
        missing.share.sort_unstable();
        missing.share.dedup();
        missing.share.retain(|key| missing.lock.binary_search(key).is_err());
        missing.read.sort_unstable();
        missing.read.dedup();
        let held = |key: &R::Key| missing.lock.binary_search(key).is_ok() || missing.share.binary_search(key).is_ok();
        missing.read.retain(|key| !held(key));
        missing.groups.sort_unstable();
        missing.groups.dedup();
        missing
    }

    pub(super) fn arrived(&mut self, keys: Vec<R::Key>, rows: Vec<R>, hold: Hold) {
        let fate = match hold {
            Hold::None => Fate::Read,
            Hold::Shared => Fate::Shared,
            Hold::Locked => Fate::Locked,
        };
        for key in keys {
            if R::IMMUTABLE {
                self.passing.push(key.clone());
            }
            self.slots.insert(key, Slot { row: None, fate, turn: 0, turn_lock: false });
        }
        for row in rows {
            self.slots.insert(row.key(), Slot { row: Some(row), fate, turn: 0, turn_lock: false });
        }
    }

    pub(super) fn arrived_groups(&mut self, groups: Vec<R::Group>, rows: Vec<R>) {
        for group in groups {
            self.groups.insert(group, (Vec::new(), 0));
        }
        for row in rows {
            let (key, group) = (row.key(), row.group());
            if let Some((keys, _)) = self.groups.get_mut(&group) {
                keys.push(key.clone());
            }
            let slot = Slot { row: Some(row), fate: Fate::Read, turn: 0, turn_lock: false };
            self.slots.entry(key).or_insert(slot);
        }
        for (keys, _) in self.groups.values_mut() {
            keys.sort_unstable();
        }
    }

    pub(super) fn mark(&self) -> usize {
        self.undo.len()
    }

    pub(super) fn undo_to(&mut self, mark: usize) {
        while self.undo.len() > mark {
            if let Some((key, row, fate)) = self.undo.pop()
                && let Some(slot) = self.slots.get_mut(&key)
            {
                (slot.row, slot.fate) = (row, fate);
            }
        }
    }

    pub(super) fn keep(&mut self) {
        self.undo.clear();
    }

    /// Rows to insert, in the order of their keys.
    pub(super) fn new_rows(&self) -> Vec<&R> {
        self.rows_of(Fate::New)
    }

    /// Rows to update, in the order of their keys.
    pub(super) fn changed_rows(&self) -> Vec<&R> {
        self.rows_of(Fate::Changed)
    }

    fn rows_of(&self, fate: Fate) -> Vec<&R> {
        let mut keys: Vec<&R::Key> = self.written.iter().collect();
        keys.sort_unstable();
        keys.dedup();
        let slots = keys.into_iter().filter_map(|key| self.slots.get(key));
        slots.filter(|slot| slot.fate == fate).filter_map(|slot| slot.row.as_ref()).collect()
    }

    /// Forgets everything but copies of rows that never change.
    pub(super) fn clear(&mut self) {
        self.undo.clear();
        self.groups.clear();
        self.written.clear();
        if R::IMMUTABLE && self.slots.len() <= KEPT_COPIES {
            for key in self.passing.drain(..) {
                if self.slots.get(&key).is_some_and(|slot| !slot.fate.is_only_read() || slot.row.is_none()) {
                    self.slots.remove(&key);
                }
            }
        } else {
            self.slots.clear();
            self.passing.clear();
        }
    }
}
