//! What the service counts of itself, and its text for Prometheus. Labels are words of the program alone: names of
//! operations and acts, never whom they concern.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use actix_web::web::Data;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{DescriptorEncoder, MetricEncoder, NoLabelSet};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::exemplar::Exemplar;
use prometheus_client::registry::Registry;

use super::operation::Spec;
use crate::app::App;
use crate::store::committer::{MICROS, Spread};

/// Classes of statuses: 1xx to 5xx.
const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];
/// What is asked for without an operation: pages, and what is not there.
const NO_OPERATION: &str = "none";

/// The requests of one operation.
#[derive(Debug)]
struct Asked {
    operation: &'static str,
    by_class: [AtomicU64; CLASSES.len()],
    micros: Spread,
}

/// The requests so far, by operation.
#[derive(Debug)]
pub struct Requests(Vec<Asked>);

impl Requests {
    /// None yet, of these operations, each at the place that is its number.
    #[must_use]
    pub fn new(operations: impl Iterator<Item = &'static str>) -> Self {
        let asked = |operation| Asked { operation, by_class: Default::default(), micros: Spread::new(MICROS) };
        Self(operations.chain([NO_OPERATION]).map(asked).collect())
    }

    /// Counts an answer.
    pub fn count(&self, spec: Option<Spec>, status: u16, took: Duration) {
        let at = spec.map_or(self.0.len().saturating_sub(1), |spec| spec.number);
        let Some(asked) = self.0.get(at) else { return };
        if let Some(count) = asked.by_class.get(usize::from(status / 100).saturating_sub(1)) {
            count.fetch_add(1, Ordering::Relaxed);
        }
        asked.micros.add_time(took);
    }
}

/// The figures as Prometheus reads them.
///
/// # Errors
/// They cannot be written.
pub fn text(app: Data<App>) -> Result<String, fmt::Error> {
    let mut registry = Registry::default();
    registry.register_collector(Box::new(Figures(app)));
    let mut text = String::new();
    encode(&mut text, &registry)?;
    Ok(text)
}

#[derive(Debug)]
struct Figures(Data<App>);

type Labels<'a> = [(&'a str, &'a str)];

impl Collector for Figures {
    fn encode(&self, mut to: DescriptorEncoder<'_>) -> fmt::Result {
        self.requests(&mut to)?;
        self.acts(&mut to)?;
        self.writers(&mut to)?;
        self.places(&mut to)?;
        let version = [("version", env!("CARGO_PKG_VERSION"))];
        to.encode_descriptor("kupa_build", "Which program this is", None, MetricType::Info)?.encode_info(&version)
    }
}

impl Figures {
    fn requests(&self, to: &mut DescriptorEncoder<'_>) -> fmt::Result {
        let what = "Requests answered, by operation and class of status";
        let mut family = to.encode_descriptor("kupa_http_requests", what, None, MetricType::Counter)?;
        for asked in &self.0.requests.0 {
            for (class, count) in CLASSES.iter().zip(&asked.by_class) {
                let count = count.load(Ordering::Relaxed);
                if count > 0 {
                    counter(&mut family, &[("operation", asked.operation), ("status", class)], count)?;
                }
            }
        }
        let what = "How long requests took, from their head to the head of the answer, in seconds";
        let mut family = to.encode_descriptor("kupa_http_request_seconds", what, None, MetricType::Histogram)?;
        let mut asked =
            self.0.requests.0.iter().filter(|asked| asked.by_class.iter().any(|it| it.load(Ordering::Relaxed) > 0));
        asked.try_for_each(|asked| histogram(&mut family, &[("operation", asked.operation)], &asked.micros, SECOND))
    }

    fn acts(&self, to: &mut DescriptorEncoder<'_>) -> fmt::Result {
        let mut outcomes = std::collections::BTreeMap::new();
        for (_, figures) in self.0.committer.writers() {
            for (act, count) in figures.outcomes() {
                *outcomes.entry(act).or_insert(0) += count;
            }
        }
        let what = "Acts answered, by name and outcome: done, refused, replayed, failed";
        let mut family = to.encode_descriptor("kupa_acts", what, None, MetricType::Counter)?;
        let mut one = |((act, came), count): ((&str, crate::store::committer::Came), u64)| {
            counter(&mut family, &[("act", act), ("outcome", came.as_str())], count)
        };
        outcomes.into_iter().try_for_each(&mut one)
    }

    fn writers(&self, to: &mut DescriptorEncoder<'_>) -> fmt::Result {
        let numbered = || (0..).map(|number: u32| number.to_string()).zip(self.0.committer.writers());
        let what = "Acts that wait for a writer";
        let mut family = to.encode_descriptor("kupa_queue_depth", what, None, MetricType::Gauge)?;
        for (writer, (depth, _)) in numbered() {
            gauge(&mut family, &[("writer", &writer)], depth)?;
        }
        let what = "Acts in a transaction";
        let mut family = to.encode_descriptor("kupa_batch_acts", what, None, MetricType::Histogram)?;
        for (writer, (_, figures)) in numbered() {
            histogram(&mut family, &[("writer", &writer)], &figures.sizes, 1.0)?;
        }
        let what = "How long a transaction took, from its begin to its commit, in seconds";
        let mut family = to.encode_descriptor("kupa_commit_seconds", what, None, MetricType::Histogram)?;
        for (writer, (_, figures)) in numbered() {
            histogram(&mut family, &[("writer", &writer)], &figures.micros, SECOND)?;
        }
        let what = "Transactions run again: somebody else was first with a key (race), or the database failed for a moment (fault)";
        let mut family = to.encode_descriptor("kupa_transactions_again", what, None, MetricType::Counter)?;
        for (writer, (_, figures)) in numbered() {
            let (races, faults) = (figures.races.load(Ordering::Relaxed), figures.faults.load(Ordering::Relaxed));
            counter(&mut family, &[("writer", &writer), ("why", "race")], races)?;
            counter(&mut family, &[("writer", &writer), ("why", "fault")], faults)?;
        }
        Ok(())
    }

    fn places(&self, to: &mut DescriptorEncoder<'_>) -> fmt::Result {
        let (connections, idle) = self.0.store.readers();
        let what = "Connections for reads, by state";
        let mut family = to.encode_descriptor("kupa_read_connections", what, None, MetricType::Gauge)?;
        gauge(&mut family, &[("state", "busy")], connections.saturating_sub(idle) as usize)?;
        gauge(&mut family, &[("state", "idle")], idle as usize)?;
        let (known, unknown) = self.0.turns.waiting();
        let what = "Sign-ins that wait for their turn to be hashed, by whether the device is known";
        let mut family = to.encode_descriptor("kupa_sign_ins_waiting", what, None, MetricType::Gauge)?;
        gauge(&mut family, &[("device", "known")], known)?;
        gauge(&mut family, &[("device", "unknown")], unknown)?;
        let what = "Live streams that are open";
        to.encode_descriptor("kupa_streams_open", what, None, MetricType::Gauge)?
            .encode_gauge(&i64::try_from(self.0.live.count()).unwrap_or(i64::MAX))
    }
}

/// Microseconds in a second.
const SECOND: f64 = 1e6;

fn counter(family: &mut MetricEncoder<'_>, labels: &Labels<'_>, value: u64) -> fmt::Result {
    family.encode_family(&labels)?.encode_counter(&value, None::<&Exemplar<NoLabelSet, u64>>)
}

fn gauge(family: &mut MetricEncoder<'_>, labels: &Labels<'_>, value: usize) -> fmt::Result {
    family.encode_family(&labels)?.encode_gauge(&i64::try_from(value).unwrap_or(i64::MAX))
}

/// A spread; `unit` of its values make one of the histogram's.
#[allow(clippy::cast_precision_loss)] // a sum of microseconds is told to about a part in 2^53
fn histogram(family: &mut MetricEncoder<'_>, labels: &Labels<'_>, spread: &Spread, unit: f64) -> fmt::Result {
    let buckets: Vec<(f64, u64)> = spread
        .counts()
        .map(|(bound, count)| (bound.map_or(f64::INFINITY, |bound| bound as f64 / unit), count))
        .collect();
    let count = buckets.iter().map(|(_, count)| count).sum();
    family.encode_family(&labels)?.encode_histogram::<NoLabelSet>(spread.sum() as f64 / unit, count, &buckets, None)
}
