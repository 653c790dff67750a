//! The rules of the house as tests: who may import whom, what must not be touched, how things are named. Each rule is
//! a function over parsed source, and is shown bad snippets beside it, so that it is known to be able to fail.

mod acts;
mod codes;
mod layers;
mod migrations;
mod purity;
mod settings;
mod source;
mod tree;
mod words;

use source::{Fault, Source, sources};

fn assert_none(mut faults: Vec<Fault>) {
    faults.sort();
    let lines: Vec<String> = faults.iter().map(Fault::to_string).collect();
    assert!(lines.is_empty(), "\n{}\n", lines.join("\n"));
}

fn each(check: fn(&Source) -> Vec<Fault>) {
    assert_none(sources().iter().flat_map(check).collect());
}

#[test]
fn every_layer_names_only_those_below_it() {
    assert_none(layers::check(&sources()));
}

#[test]
fn rules_domain_and_actions_only_compute() {
    each(purity::world);
}

#[test]
fn sql_and_http_are_spoken_only_at_home() {
    each(purity::homes);
}

#[test]
fn there_is_no_float_where_money_is() {
    each(purity::floats);
}

#[test]
fn nothing_panics_or_prints_outside_tests() {
    each(purity::panics);
}

#[test]
fn every_act_is_alone_in_the_file_of_its_name() {
    assert_none(acts::check(&sources()));
}

#[test]
fn files_are_short_well_named_and_finished() {
    let mut faults = Vec::new();
    for (file, text) in tree::written() {
        faults.extend(tree::vague(&file));
        faults.extend(tree::long(&file, &text));
        faults.extend(tree::leftovers(&file, &text));
    }
    assert_none(faults);
}
