//! One act, one file, one name.

use std::collections::BTreeMap;

use syn::{Expr, ImplItem, Item, Lit};

use super::source::{Fault, Source};

/// The names of the acts that a file implements.
fn acts(source: &Source) -> Vec<Option<String>> {
    let mut found = Vec::new();
    for item in &source.syntax.items {
        let Item::Impl(block) = item else { continue };
        let is_act =
            block.trait_.as_ref().and_then(|(_, path, _)| path.segments.last()).is_some_and(|last| last.ident == "Act");
        if is_act {
            found.push(block.items.iter().find_map(|item| match item {
                ImplItem::Const(constant) if constant.ident == "NAME" => match &constant.expr {
                    Expr::Lit(literal) => match &literal.lit {
                        Lit::Str(name) => Some(name.value()),
                        _ => None,
                    },
                    _ => None,
                },
                _ => None,
            }));
        }
    }
    found
}

/// Acts that are not alone in the file of their name below `src/actions/<noun>/`, and names given twice.
pub fn check(sources: &[Source]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut seen = BTreeMap::new();
    for source in sources {
        let acts = acts(source);
        let stem = source.module.last().map_or("", String::as_str);
        let is_file_of_act = source.layer() == "actions" && !source.file.ends_with("/mod.rs");
        if !is_file_of_act {
            if !acts.is_empty() {
                faults.push(source.fault(1, "an act outside a file of its own below src/actions/<noun>/"));
            }
            continue;
        }
        if source.module.len() != 3 || !stem.contains('_') {
            faults.push(source.fault(1, "an act's file is src/actions/<noun>/<verb_noun>.rs"));
        }
        match acts.as_slice() {
            [Some(name)] if name == stem => {}
            [Some(name)] => faults.push(source.fault(1, format!("the act is named {name}, its file {stem}"))),
            [None] => faults.push(source.fault(1, "an act's NAME is a literal")),
            many => faults.push(source.fault(1, format!("{} acts in the file of one", many.len()))),
        }
        if let Some(other) = seen.insert(stem, &source.file) {
            faults.push(source.fault(1, format!("{stem} is the name of {other}, too")));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: &str = "impl Act for OpenGame { const NAME: &'static str = \"open_game\"; }";

    fn faults(files: &[(&str, &str)]) -> usize {
        let sources: Vec<Source> = files.iter().map(|(file, text)| Source::parse(file, text)).collect();
        check(&sources).len()
    }

    #[test]
    fn an_act_alone_in_the_file_of_its_name_is_right() {
        assert_eq!(
            faults(&[("src/actions/games/open_game.rs", OPEN), ("src/actions/games/mod.rs", "mod open_game;")]),
            0
        );
    }

    #[test]
    fn an_act_elsewhere_or_under_another_name_is_found() {
        assert_eq!(faults(&[("src/actions/games/join_game.rs", OPEN)]), 1);
        assert_eq!(faults(&[("src/actions/games/mod.rs", OPEN)]), 1);
        assert_eq!(faults(&[("src/jobs/open_game.rs", OPEN)]), 1);
        assert_eq!(faults(&[("src/actions/open_game.rs", OPEN)]), 1);
        assert_eq!(faults(&[("src/actions/games/open_game.rs", &format!("{OPEN} {OPEN}"))]), 1);
        assert_eq!(faults(&[("src/actions/games/open_game.rs", "fn f() {}")]), 1);
        assert_eq!(
            faults(&[(
                "src/actions/games/open_game.rs",
                "impl act::Act for OpenGame { const NAME: &'static str = N; }"
            )]),
            1
        );
        assert_eq!(faults(&[("src/actions/games/open_game.rs", OPEN), ("src/actions/rooms/open_game.rs", OPEN)]), 1);
    }
}
