//! One source file, parsed, and every name in it that is not a test's: in full, wherever it is written.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::visit::{self, Visit};

/// A file of `src/`.
pub struct Source {
    /// From the crate's root: `src/domain/act/row.rs`.
    pub file: String,
    /// Its module: `["domain", "act", "row"]`.
    pub module: Vec<String>,
    /// What it holds.
    pub syntax: syn::File,
    /// The names in it.
    pub names: Names,
}

/// A rule broken, where.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    pub file: String,
    pub line: usize,
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.what)
    }
}

/// What a file names outside its tests.
#[derive(Debug, Default)]
pub struct Names {
    /// Paths in full: `use`, inline or in a macro, from `crate` or an outside crate where that can be told.
    pub paths: Vec<(Vec<String>, usize)>,
    /// Methods called.
    pub methods: Vec<(String, usize)>,
    /// Macros called.
    pub macros: Vec<(String, usize)>,
    /// Lines with a floating-point type or number.
    pub floats: Vec<usize>,
    /// Lines with `async` or `.await`.
    pub asyncs: Vec<usize>,
    /// Macros that this file exports at the crate's root.
    pub exported_macros: BTreeSet<String>,
}

impl Source {
    /// Parses a file's text.
    pub fn parse(file: &str, text: &str) -> Self {
        let syntax = syn::parse_file(text).unwrap_or_else(|error| panic!("{file}: {error}"));
        let module = module_of(file);
        let mut reader = Reader { module: module.clone(), aliases: BTreeMap::new(), names: Names::default() };
        // Twice: a name may be used above its `use`.
        reader.visit_file(&syntax);
        reader.names = Names::default();
        reader.visit_file(&syntax);
        Self { file: file.to_owned(), module, syntax, names: reader.names }
    }

    /// The folder or file right below `src/`: its layer.
    pub fn layer(&self) -> &str {
        self.module.first().map_or("lib", String::as_str)
    }

    pub fn fault(&self, line: usize, what: impl Into<String>) -> Fault {
        Fault { file: self.file.clone(), line, what: what.into() }
    }
}

/// The crate's root folder.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files below a folder of the crate, from its root, sorted; folders that are not there have none.
pub fn files_below(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

pub fn read(file: &str) -> String {
    std::fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Whether a file of `src/` holds only tests.
pub fn is_test(file: &str) -> bool {
    file.ends_with("/tests.rs") || file.contains("/tests/")
}

/// Every source file but those of tests.
pub fn sources() -> Vec<Source> {
    let files = files_below("src").into_iter().filter(|file| file.ends_with(".rs") && !is_test(file));
    files.map(|file| Source::parse(&file, &read(&file))).collect()
}

fn module_of(file: &str) -> Vec<String> {
    let inside = file.trim_start_matches("src/").trim_end_matches(".rs");
    let mut module: Vec<String> = inside.split('/').map(str::to_owned).collect();
    if module.last().is_some_and(|last| last == "mod") || module == ["lib"] {
        module.pop();
    }
    module
}

struct Reader {
    module: Vec<String>,
    aliases: BTreeMap<String, Vec<String>>,
    names: Names,
}

fn line(span: Span) -> usize {
    span.start().line
}

fn is_float(word: &str) -> bool {
    matches!(word, "f32" | "f64")
}

fn tests_only(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg") && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    })
}

impl Reader {
    /// The path from the crate's root or an outside crate.
    fn in_full(&self, path: &[String]) -> Vec<String> {
        let mut base: Vec<String> = match path.first().map(String::as_str) {
            Some("crate" | "kupa") => return [&["crate".to_owned()], &path[1..]].concat(),
            Some("self" | "super") => [&["crate".to_owned()], self.module.as_slice()].concat(),
            Some(first) => match self.aliases.get(first) {
                Some(alias) => return [alias.as_slice(), &path[1..]].concat(),
                None => return path.to_vec(),
            },
            None => return Vec::new(),
        };
        let up = path.iter().take_while(|word| *word == "super").count();
        base.truncate(base.len().saturating_sub(up).max(1));
        let down = path.iter().skip_while(|word| *word == "super" || *word == "self");
        base.into_iter().chain(down.cloned()).collect()
    }

    fn path(&mut self, path: &[String], line: usize) {
        if path.iter().any(|word| is_float(word)) {
            self.names.floats.push(line);
        }
        let full = self.in_full(path);
        self.names.paths.push((full, line));
    }

    fn use_tree(&mut self, tree: &syn::UseTree, before: &mut Vec<String>) {
        match tree {
            syn::UseTree::Path(step) => {
                before.push(step.ident.to_string());
                self.use_tree(&step.tree, before);
                before.pop();
            }
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.use_tree(tree, before)),
            syn::UseTree::Glob(star) => self.path(before, line(star.star_token.spans[0])),
            syn::UseTree::Name(name) => self.used(&name.ident, &name.ident, before),
            syn::UseTree::Rename(name) => self.used(&name.ident, &name.rename, before),
        }
    }

    fn used(&mut self, name: &syn::Ident, alias: &syn::Ident, before: &[String]) {
        let mut path = before.to_vec();
        if name != "self" {
            path.push(name.to_string());
        }
        let full = self.in_full(&path);
        let alias = if name == "self" && alias == "self" { full.last().cloned() } else { Some(alias.to_string()) };
        if let Some(alias) = alias.filter(|alias| full.len() > 1 || full.last() != Some(alias)) {
            self.aliases.insert(alias, full);
        }
        self.path(&path, line(name.span()));
    }

    /// A macro's tokens are not parsed: names are picked out of them.
    fn tokens(&mut self, tokens: TokenStream, before: &[String]) {
        let mut path: Vec<String> = before.to_vec();
        let mut joined = !before.is_empty();
        let mut dotted = false;
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, tree) in trees.iter().enumerate() {
            match tree {
                TokenTree::Ident(ident) => {
                    if !joined {
                        path.clear();
                    }
                    let word = ident.to_string();
                    let line = line(ident.span());
                    match trees.get(at + 1) {
                        Some(TokenTree::Punct(next)) if next.as_char() == '!' => {
                            self.names.macros.push((word.clone(), line));
                        }
                        _ if dotted => self.names.methods.push((word.clone(), line)),
                        _ => {}
                    }
                    if word == "async" || (dotted && word == "await") {
                        self.names.asyncs.push(line);
                    }
                    path.push(word);
                    let goes_on = matches!(trees.get(at + 1), Some(TokenTree::Punct(next)) if next.as_char() == ':')
                        && matches!(trees.get(at + 2), Some(TokenTree::Punct(next)) if next.as_char() == ':');
                    if !goes_on && !dotted {
                        self.path(&path.clone(), line);
                    }
                    (joined, dotted) = (goes_on, false);
                }
                TokenTree::Group(group) => {
                    let before =
                        if joined && group.delimiter() == Delimiter::Brace { path.clone() } else { Vec::new() };
                    self.tokens(group.stream(), &before);
                    (joined, dotted) = (false, false);
                }
                TokenTree::Punct(punct) => {
                    joined &= punct.as_char() == ':';
                    if punct.as_char() == ',' && !before.is_empty() {
                        (path, joined) = (before.to_vec(), true);
                    }
                    dotted = punct.as_char() == '.';
                }
                TokenTree::Literal(literal) => {
                    if matches!(syn::Lit::new(literal.clone()), syn::Lit::Float(_)) {
                        self.names.floats.push(line(literal.span()));
                    }
                    (joined, dotted) = (false, false);
                }
            }
        }
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let attributes = match item {
            syn::Item::Const(item) => &item.attrs,
            syn::Item::Enum(item) => &item.attrs,
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Impl(item) => &item.attrs,
            syn::Item::Macro(item) => &item.attrs,
            syn::Item::Mod(item) => &item.attrs,
            syn::Item::Struct(item) => &item.attrs,
            syn::Item::Use(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !tests_only(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !tests_only(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.use_tree(&item.tree, &mut Vec::new());
    }

    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        if let Some(name) = &item.ident
            && item.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export"))
        {
            self.names.exported_macros.insert(name.to_string());
        }
        visit::visit_item_macro(self, item);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let words: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if let Some(first) = path.segments.first() {
            self.path(&words, line(first.ident.span()));
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        if let Some(last) = called.path.segments.last() {
            self.names.macros.push((last.ident.to_string(), line(last.ident.span())));
        }
        visit::visit_macro(self, called);
        self.tokens(called.tokens.clone(), &[]);
    }

    fn visit_meta_list(&mut self, list: &'ast syn::MetaList) {
        visit::visit_meta_list(self, list);
        self.tokens(list.tokens.clone(), &[]);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.names.methods.push((call.method.to_string(), line(call.method.span())));
        visit::visit_expr_method_call(self, call);
    }

    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        self.names.asyncs.extend(signature.asyncness.map(|token| line(token.span)));
        visit::visit_signature(self, signature);
    }

    fn visit_expr_async(&mut self, block: &'ast syn::ExprAsync) {
        self.names.asyncs.push(line(block.async_token.span));
        visit::visit_expr_async(self, block);
    }

    fn visit_lit_float(&mut self, number: &'ast syn::LitFloat) {
        self.names.floats.push(line(number.span()));
    }
}

#[test]
fn a_name_is_told_in_full_however_it_is_written() {
    let text = "
        use crate::store::{self, memory::Memory as Books};
        use super::super::rooms;
        mod inner { use super::keeper::Keeper; }
        fn f() { Books::new(); store::open(); rooms::list(); other!(a, $crate::web::{gate, session::Token}); }
        #[cfg(test)] mod tests { use crate::cli; }
        #[cfg(test)] use crate::cli::serve;
    ";
    let source = Source::parse("src/domain/act/row.rs", text);
    let paths: Vec<String> = source.names.paths.iter().map(|(path, _)| path.join("::")).collect();
    for path in [
        "crate::store",
        "crate::store::memory::Memory",
        "crate::store::memory::Memory::new",
        "crate::store::open",
        "crate::domain::rooms",
        "crate::domain::rooms::list",
        "crate::domain::act::row::keeper::Keeper",
        "crate::web::gate",
        "crate::web::session::Token",
    ] {
        assert!(paths.iter().any(|found| found == path), "{path} is not in {paths:#?}");
    }
    assert!(!paths.iter().any(|path| path.contains("cli")), "a test's names are its own: {paths:#?}");
}
