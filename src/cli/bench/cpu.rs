//! Processor time of the processes of a run, from `/proc`.

use std::time::Duration;

/// Clock ticks a second in `/proc/<pid>/stat`: 100 on every Linux.
const TICKS: u64 = 100;

/// The processor time that a process, its threads and its ended children have used; zero where it is gone or this is
/// no Linux.
#[must_use]
pub fn of_process(pid: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name in parentheses may hold spaces: fields count from after it.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
    Duration::from_millis((11..=14).map(ticks).sum::<u64>() * 1_000 / TICKS)
}

/// The processor time that all processes of this name have used.
#[must_use]
pub fn of_name(name: &str) -> Duration {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Duration::ZERO };
    let pids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    let named = pids
        .filter(|pid| std::fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|comm| comm.trim_end() == name));
    named.map(of_process).sum()
}
