use super::*;

#[test]
fn the_page_is_made_of_the_terms() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/glossary.md");
    let mut page = String::from(
        "# Glossary\n\nEvery score and column in two lines; `bezant help TERM` prints the same.\n",
    );
    for term in all() {
        let others = match &term.names[1..] {
            [] => String::new(),
            others => format!(" ({})", others.join(", ")),
        };
        page.push_str(&format!("\n**{}**{others}. {}\n", term.names[0], term.meaning));
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(found, page, "write this to docs/glossary.md");
}

#[test]
fn no_name_stands_twice() {
    let mut names: Vec<&str> = all().flat_map(|term| term.names).copied().collect();
    names.sort();
    let n = names.len();
    names.dedup();
    assert_eq!(names.len(), n);
}
