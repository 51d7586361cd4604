//! The feature-list check: snapshot on stdin, null or the reason on stdout.

mod json;

use json::Json;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{ErrorKind, Read};
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs, io, path::Path};

const LIMIT: u64 = 2_000_000;

struct Feature {
    name: String,
    passes: bool,
    verify: Option<String>,
    /// Everything but the flag.
    promise: BTreeMap<String, Json>,
}

fn read_plain(workspace: &str, path: &str) -> Result<String, String> {
    let unreadable = |error: io::Error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => format!("{path} is missing."),
        kind => format!("{path} cannot be read ({kind})."),
    };
    let real = fs::canonicalize(Path::new(workspace).join(path)).map_err(unreadable)?;
    let home = fs::canonicalize(workspace).map_err(unreadable)?;
    if !real.starts_with(&home) {
        return Err(format!("{path} is a link that leads out of the project."));
    }
    let about = fs::metadata(&real).map_err(unreadable)?;
    if !about.is_file() {
        return Err(format!("{path} is not a regular file."));
    }
    if about.len() > LIMIT {
        return Err(format!("{path} is larger than {} MB.", LIMIT / 1_000_000));
    }
    let bytes = fs::read(&real).map_err(unreadable)?;
    let text = String::from_utf8(bytes).map_err(|_| format!("{path} is not UTF-8 text."))?;
    Ok(text.strip_prefix('\u{FEFF}').unwrap_or(&text).to_string())
}

fn name_of(item: &BTreeMap<String, Json>) -> Option<String> {
    ["name", "id", "description"].iter().find_map(|key| match item.get(*key) {
        Some(Json::Text(text)) if !text.trim().is_empty() => Some(text.trim().to_string()),
        _ => None,
    })
}

fn read_features(path: &str, text: &str) -> Result<Vec<Feature>, String> {
    let root = json::parse(text).ok_or(format!("{path} is not valid JSON."))?;
    let items = match root {
        Json::List(items) => items,
        Json::Object(mut object) => match object.remove("features") {
            Some(Json::List(items)) => items,
            _ => return Err(format!("{path} is not a list of features.")),
        },
        _ => return Err(format!("{path} is not a list of features.")),
    };
    if items.is_empty() {
        return Err(format!("{path} has no features: an empty list proves nothing."));
    }
    let mut features: Vec<Feature> = Vec::new();
    let mut seen = HashSet::new();
    for (index, item) in items.into_iter().enumerate() {
        let feature = read_feature(path, index + 1, item)?;
        if !seen.insert(feature.name.clone()) {
            return Err(format!("{path} names a feature twice: {}.", feature.name));
        }
        features.push(feature);
    }
    Ok(features)
}

fn read_feature(path: &str, number: usize, item: Json) -> Result<Feature, String> {
    let Json::Object(mut item) = item else {
        return Err(format!("{path} has an item that is not a feature (number {number})."));
    };
    let name = name_of(&item).ok_or(format!("{path} has a feature without a name (number {number})."))?;
    let verify = match item.get("verify") {
        None | Some(Json::Null) => None,
        Some(Json::Text(command)) if !command.trim().is_empty() => Some(command.clone()),
        _ => return Err(format!("{path} has a feature whose \"verify\" is not a command: {name}.")),
    };
    let passes = item.remove("passes") == Some(Json::Bool(true));
    Ok(Feature { name, passes, verify, promise: item })
}

/// The list as it was first seen, kept in a file outside the tree. None when this is the first time, or there is no such file.
fn first_seen(path: &str, text: &str, memory: Option<&String>) -> Result<Option<Vec<Feature>>, String> {
    let Some(memory) = memory else { return Ok(None) };
    match fs::read_to_string(memory) {
        Ok(kept) => read_features(path, &kept).map(Some),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            fs::write(memory, text).map(|_| None).map_err(|error| error.to_string())
        }
        Err(error) => Err(error.to_string()),
    }
}

fn names<'a>(features: impl Iterator<Item = &'a Feature>) -> Option<String> {
    let names: Vec<&str> = features.map(|feature| feature.name.as_str()).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

fn check(workspace: &str, path: &str, memory: Option<&String>) -> Result<(), String> {
    let text = read_plain(workspace, path)?;
    let features = read_features(path, &text)?;
    let before = first_seen(path, &text, memory)?.unwrap_or_default();
    let now: HashMap<&str, &Feature> = features.iter().map(|feature| (feature.name.as_str(), feature)).collect();
    if let Some(gone) = names(before.iter().filter(|old| !now.contains_key(old.name.as_str()))) {
        return Err(format!("{path}: features were removed: {gone}."));
    }
    let rewritten = |old: &&Feature| now.get(old.name.as_str()).is_some_and(|feature| feature.promise != old.promise);
    if let Some(changed) = names(before.iter().filter(rewritten)) {
        return Err(format!("{path}: features were rewritten: {changed}."));
    }
    if let Some(open) = names(features.iter().filter(|feature| !feature.passes)) {
        return Err(format!("incomplete features: {open}."));
    }
    let unproven = |feature: &&Feature| feature.verify.as_ref().is_some_and(|line| !passes(line, workspace));
    match names(features.iter().filter(unproven)) {
        Some(names) => Err(format!("incomplete features: {names}. The \"verify\" command does not prove them.")),
        None => Ok(()),
    }
}

fn passes(command: &str, workspace: &str) -> bool {
    let mut shell = Command::new("bash");
    shell.args(["-o", "pipefail", "-c", command]).current_dir(workspace);
    shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    shell.status().is_ok_and(|status| status.success())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().collect();
    let mut input = String::new();
    let snapshot = io::stdin().read_to_string(&mut input).ok().and_then(|_| json::parse(&input));
    let Some(Json::Object(snapshot)) = snapshot else {
        eprintln!("no snapshot on standard input");
        return ExitCode::FAILURE;
    };
    let Some(Json::Text(workspace)) = snapshot.get("workspace") else {
        eprintln!("the snapshot names no workspace");
        return ExitCode::FAILURE;
    };
    let path = arguments.get(1).map_or("feature_list.json", String::as_str);
    match check(workspace, path, arguments.get(2)) {
        Ok(()) => println!("null"),
        Err(reason) => println!("{}", json::quoted(&reason)),
    }
    ExitCode::SUCCESS
}
