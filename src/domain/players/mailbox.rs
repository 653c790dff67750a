//! Which e-mail addresses are one.

/// What all spellings of a mailbox have in common: no case, no tag (`+..`), no dots in the name, at any host
/// (`conduct`, One account a person); Google's two hosts are one. Mail goes to the address as its owner wrote it.
#[must_use]
pub fn mailbox(email: &str) -> String {
    let lower = email.to_lowercase();
    let Some((name, host)) = lower.split_once('@') else { return lower };
    let untagged = name.split_once('+').map(|(name, _)| name).filter(|name| !name.is_empty()).unwrap_or(name);
    let plain = untagged.replace('.', "");
    let name = if plain.is_empty() { untagged } else { plain.as_str() };
    let host = if host == "googlemail.com" { "gmail.com" } else { host };
    format!("{name}@{host}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_spellings_of_a_mailbox_are_one() {
        for email in ["noa.lev@gmail.com", "N.O.A.Lev+kupa@GMail.com", "noalev@googlemail.com", "noalev+a+b@gmail.com"]
        {
            assert_eq!(mailbox(email), "noalev@gmail.com", "{email}");
        }
        assert_eq!(mailbox("A.B+x@Club.Example"), "ab@club.example");
        assert_eq!(mailbox("+tag@x.example"), "+tag@x.example");
        assert_eq!(mailbox("..+tag@x.example"), "..@x.example");
        assert_ne!(mailbox("noa@x.example"), mailbox("noa@y.example"));
        assert_eq!(mailbox("a@x+y.example"), "a@x+y.example");
    }
}
