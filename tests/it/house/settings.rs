//! The README's table of settings is made from the commands' own options.

use std::collections::BTreeMap;

use clap::CommandFactory;
use kupa::cli::Cli;

use super::source::{read, root};

const BEGIN: &str = "<!-- settings: made from the commands' options -->\n";
const END: &str = "<!-- end of settings -->";

/// Variable, option, default and help of a setting, with the commands that take it so.
type Settings = BTreeMap<[String; 4], Vec<String>>;

fn collect(command: &clap::Command, path: &str, settings: &mut Settings) {
    for arg in command.get_arguments() {
        let Some(variable) = arg.get_env().map(|name| name.to_string_lossy().into_owned()) else { continue };
        let option = arg.get_long().map_or(String::new(), |long| format!("--{long}"));
        let takes_value = arg.get_action().takes_values();
        let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
        let default = if takes_value { defaults.join(",") } else { String::new() };
        let help = arg.get_help().map_or(String::new(), ToString::to_string).replace('\n', " ").replace('|', "\\|");
        settings.entry([variable, option, default, help]).or_default().push(path.to_owned());
    }
    for below in command.get_subcommands() {
        let path = format!("{path} {}", below.get_name());
        collect(below, path.trim(), settings);
    }
}

fn table() -> String {
    let mut settings = Settings::new();
    collect(&Cli::command(), "", &mut settings);
    let mut table = String::from("| variable | option | default | what | of |\n| --- | --- | --- | --- | --- |\n");
    for ([variable, option, default, help], commands) in settings {
        let default = if default.is_empty() { String::new() } else { format!("`{default}`") };
        table.push_str(&format!("| `{variable}` | `{option}` | {default} | {help} | {} |\n", commands.join(", ")));
    }
    table
}

/// With `KUPA_WRITE_DOCS` set it writes the table.
#[test]
fn every_setting_is_in_the_readme() {
    let readme = read("README.md");
    let (before, rest) = readme.split_once(BEGIN).expect("the README marks where the settings begin");
    let (written, after) = rest.split_once(END).expect("the README marks where the settings end");
    if std::env::var_os("KUPA_WRITE_DOCS").is_some() {
        std::fs::write(root().join("README.md"), format!("{before}{BEGIN}{}{END}{after}", table())).unwrap();
        return;
    }
    assert_eq!(written, table(), "KUPA_WRITE_DOCS=1 cargo test --test it house::settings writes it");
}

#[test]
fn every_option_can_come_from_the_environment() {
    fn walk(command: &clap::Command, missing: &mut Vec<String>) {
        for arg in command.get_arguments().filter(|arg| arg.get_long().is_some()) {
            let id = arg.get_id().as_str();
            if arg.get_env().is_none() && id != "help" && id != "version" {
                missing.push(format!("{} --{id}", command.get_name()));
            }
        }
        command.get_subcommands().for_each(|below| walk(below, missing));
    }
    let mut missing = Vec::new();
    walk(&Cli::command(), &mut missing);
    assert_eq!(missing, [""; 0]);
}
