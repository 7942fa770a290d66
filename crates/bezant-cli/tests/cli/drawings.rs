use assert_cmd::Command;

use crate::program::Folder;

const SHORT: [&str; 2] = [
    "(TOP (S (NP (PRP We)) (VP (VBD saw) (NP (NP (DT the) (NNS cats)) (PP (IN in) (NP (NP (DT the) \
     (NNS hats)) (PP (IN from) (NP (NNP Paris))))))) (. .)))",
    "(TOP (S (NP (PRP We)) (VP (VBD saw) (NP (NP (DT the) (NNS cats)) (PP (IN in) (NP (DT the) \
     (NNS hats)))) (PP (IN from) (NP (NNP Paris)))) (. .)))",
];

const LONG: [&str; 2] = [
    "(TOP (S (SBAR (WHADVP (WRB When)) (S (NP (NP (DT the) (NN committee)) (SBAR (WHNP (WDT that)) \
    (S (NP (DT the) (NN mayor)) (VP (VBD had) (VP (VBN appointed) (PP (IN in) (NP (DT the) (NN \
    spring)))))))) (ADVP (RB finally)) (VP (VBD met) (PP (IN in) (NP (NP (DT the) (JJ old) (NN \
    town) (NN hall)) (PP (IN on) (NP (DT the) (NN hill)))))))) (, ,) (NP (NP (PRP$ its) (NNS \
    members)) (, ,) (SBAR (WHNP (WP who)) (S (VP (VBD had) (VP (VBN read) (NP (NP (DT every) (NN \
    letter)) (PP (IN from) (NP (NP (DT the) (NNS farmers)) (PP (IN along) (NP (DT the) (NN \
    river)))))))))) (, ,)) (VP (VBD agreed) (SBAR (SBAR (IN that) (S (NP (DT the) (NN bridge)) (VP \
    (MD should) (VP (VB be) (VP (VBN repaired) (PP (IN before) (NP (DT the) (NN winter))) (PP (IN \
    with) (NP (NP (NN money)) (PP (IN from) (NP (DT the) (NN county)))))))))) (CC and) (SBAR (IN \
    that) (S (NP (NP (DT the) (NN road)) (PP (TO to) (NP (DT the) (NN mill)))) (VP (MD would) (VP \
    (VB stay) (ADJP (JJ open)) (SBAR (IN until) (S (NP (DT the) (NN harvest)) (VP (VBD was) (ADVP \
    (RB in))))))))))) (. .)))",
    "(TOP (S (SBAR (WHADVP (WRB When)) (S (NP (NP (DT the) (NN committee)) (SBAR (WHNP (WDT that)) \
    (S (NP (DT the) (NN mayor)) (VP (VBD had) (VP (VBN appointed) (PP (IN in) (NP (DT the) (NN \
    spring)))))))) (ADVP (RB finally)) (VP (VBD met) (PP (IN in) (NP (DT the) (JJ old) (NN town) \
    (NN hall))) (PP (IN on) (NP (DT the) (NN hill)))))) (, ,) (NP (NP (PRP$ its) (NNS members)) (, \
    ,) (SBAR (WHNP (WP who)) (S (VP (VBD had) (VP (VBN read) (NP (NP (DT every) (NN letter)) (PP \
    (IN from) (NP (DT the) (NNS farmers))) (PP (IN along) (NP (DT the) (NN river)))))))) (, ,)) (VP \
    (VBD agreed) (SBAR (IN that) (S (NP (DT the) (NN bridge)) (VP (MD should) (VP (VB be) (VP (VBN \
    repaired) (PP (IN before) (NP (NP (DT the) (NN winter)) (PP (IN with) (NP (NP (NN money)) (PP \
    (IN from) (NP (DT the) (NN county)) (CC and) (SBAR (IN that) (S (NP (DT the) (NN road)) (PP (TO \
    to) (NP (DT the) (NN mill)))))))))))))) (VP (MD would) (VP (VB stay) (ADVP (JJ open)) (SBAR (IN \
    until) (S (NP (DT the) (NN harvest)) (VP (VBD was) (PRT (RB in))))))))) (. .)))",
];

/// What `--worst 1` shows below the sentence, on so many columns.
fn drawn(trees: [&str; 2], columns: &str, more: &str) -> String {
    let folder = Folder::new();
    folder.write("one.mrg", format!("{}\n", trees[0])).write("two.mrg", format!("{}\n", trees[1]));
    let output = Command::cargo_bin("bezant")
        .unwrap()
        .current_dir(folder.path())
        .env("COLUMNS", columns)
        .args("brackets --preset collins one.mrg two.mrg --worst 1".split(' '))
        .args(more.split_whitespace())
        .output()
        .unwrap();
    assert!(output.status.success());
    let out = String::from_utf8(output.stdout).unwrap();
    let from = out.find("\nsentence 1, F1 ").unwrap_or_else(|| panic!("{out}"));
    // Below the sentence, which is folded where it is long.
    let lines = out[from..].lines().skip(3).skip_while(|line| line.starts_with("    "));
    let lines = lines.take_while(|line| {
        !["|params:", "100.00 for all", "more: "].iter().any(|end| line.contains(end))
    });
    let lines: Vec<&str> = lines.collect();
    lines.join("\n").trim_end().to_string()
}

#[test]
fn a_short_sentence_is_drawn_whole() {
    let expected = "\
\x20 gold                                                  system
  (TOP)─S┬NP──────────────────── We    ─────────────NP┬S─(TOP)
         ├VP┬─────────────────── saw   ────────────┬VP┤
         │  └-NP┬NP┬──────────── the   ─────┬NP┬×NP┤  │
         │      │  └──────────── cats  ─────┘  │   │  │
         │      └-PP┬─────────── in    ────┬×PP┘   │  │
         │          └-NP┬NP┬──── the   ─┬NP┘       │  │
         │              │  └──── hats  ─┘          │  │
         │              └PP┬──── from  ─────────┬PP┘  │
         │                 └NP── Paris ───────NP┘     │
         └────────────────────── .     ───────────────┘
  -X missing   ×X extra and crossing gold   (X) not counted";
    assert_eq!(drawn(SHORT, "80", ""), expected);
}

#[test]
fn a_long_sentence_is_folded_around_the_differences() {
    // That ADVP is PRT is what the parameters say.
    let expected = "\
\x20 [1] the whole sentence
  gold                                                                    system
  S┬SBAR┬WHADVP─────────── When                             ───────WHADVP┬SBAR┬S
   │    └S┬NP────────────◁ the committee … 7 words … spring ▷────────NP┬S┘    │
   │      ├ADVP─────────── finally                          ───────ADVP┤      │
   │      └VP┬──────────── met                              ────────┬VP┘      │
   │         └-PP┬──────── in                               ────┬×PP┤         │
   │             └-NP┬NP─◁ the old town hall                ▷─NP┘   │         │
   │                 └PP─◁ on the hill                      ▷─────PP┘         │
   ├────────────────────── ,                                ──────────────────┤
   ├NP┬NP────────────────◁ its members                      ▷────────────NP┬NP┤
   │  ├─────────────────── ,                                ───────────────┤  │
   │  ├SBAR──────────────◁ who had … 8 words … river [2]    ▷──────────SBAR┤  │
   │  └─────────────────── ,                                ───────────────┘  │
   ├VP┬─────────────────── agreed                           ───────────────┬VP┤
   │  └SBAR──────────────◁ that the … 26 words … in [3]     ▷──────────SBAR┘  │
   └────────────────────── .                                ──────────────────┘

  [2] S › NP › SBAR, words 26 to 36
  gold                                                           system
  SBAR┬WHNP─────────────────── who             ───────────────WHNP┬SBAR
      └S─VP┬────────────────── had             ──────────────┬VP─S┘
           └VP┬─────────────── read            ───────────┬VP┘
              └NP┬NP─────────◁ every letter    ▷─────NP┬NP┘
                 └-PP┬──────── from            ────┬×PP┤
                     └-NP┬NP─◁ the farmers     ▷─NP┘   │
                         └PP─◁ along the river ▷─────PP┘

  [3] S › VP › SBAR, words 39 to 67
  gold                                                                    system
  SBAR┬-SBAR┬──────────────── that                     ────────────────────┬SBAR
      │     └-S┬NP──────────◁ the bridge               ▷──────────────NP┬×S┤
      │        └-VP┬───────── should                   ─────────────┬×VP┘  │
      │            └-VP┬───── be                       ─────────┬×VP┘      │
      │                └-VP┬─ repaired                 ─────┬×VP┘          │
      │                    └◁ before … 6 words … coun… ▷┬×PP┘              │
      ├────────────────────── and                      ─┤                  │
      └-SBAR┬──────────────── that                     ─┤                  │
            └-S┬-NP─────────◁ the road to the mill     ▷┘                  │
               └VP┬────────── would                    ─────────────────┬VP┘
                  └VP┬─────── stay                     ──────────────┬VP┘
                     ├-ADJP── open                     ─────────+ADVP┤
                     └SBAR──◁ until the harvest was in ▷─────────SBAR┘
  -X missing   +X extra   ×X extra and crossing gold   ◁ ▷ folded
  42 matched brackets folded
  no room to draw 4 missing, 1 extra, 5 crossing:
    -PP before the winter
    -PP with money from the county
    -NP money from the county
    -PP from the county
    ×NP the winter with money from the county and that the road to the mill
    ×PP with money from the county and that the road to the mill
    ×NP money from the county and that the road to the mill
    ×PP from the county and that the road to the mill
    ×SBAR that the road to the mill
    +S the road to the mill";
    assert_eq!(drawn(LONG, "80", ""), expected);
    let expected = "\
\x20 [1] the whole sentence
  gold                                                                                                system
  S┬SBAR┬WHADVP──────────────────── When                                       ────────────────WHADVP┬SBAR┬S
   │    └S┬NP─────────────────────◁ the committee that the … 5 words … spring  ▷─────────────────NP┬S┘    │
   │      ├ADVP──────────────────── finally                                    ────────────────ADVP┤      │
   │      └VP┬───────────────────── met                                        ─────────────────┬VP┘      │
   │         └-PP┬───────────────── in                                         ─────────────┬×PP┤         │
   │             └-NP┬NP──────────◁ the old town hall                          ▷──────────NP┘   │         │
   │                 └PP──────────◁ on the hill                                ▷──────────────PP┘         │
   ├─────────────────────────────── ,                                          ───────────────────────────┤
   ├NP┬NP─────────────────────────◁ its members                                ▷─────────────────────NP┬NP┤
   │  ├──────────────────────────── ,                                          ────────────────────────┤  │
   │  ├SBAR┬WHNP─────────────────── who                                        ───────────────WHNP┬SBAR┤  │
   │  │    └S─VP┬────────────────── had                                        ──────────────┬VP─S┘    │  │
   │  │         └VP┬─────────────── read                                       ───────────┬VP┘         │  │
   │  │            └NP┬NP─────────◁ every letter                               ▷─────NP┬NP┘            │  │
   │  │               └-PP┬──────── from                                       ────┬×PP┤               │  │
   │  │                   └-NP┬NP─◁ the farmers                                ▷─NP┘   │               │  │
   │  │                       └PP─◁ along the river                            ▷─────PP┘               │  │
   │  └──────────────────────────── ,                                          ────────────────────────┘  │
   ├VP┬──────────────────────────── agreed                                     ────────────────────────┬VP┤
   │  └SBAR───────────────────────◁ that the bridge should … 24 words … in [2] ▷───────────────────SBAR┘  │
   └─────────────────────────────── .                                          ───────────────────────────┘

  [2] S › VP › SBAR, words 39 to 67
  gold                                                                                                            system
  SBAR┬-SBAR┬─────────────────────────────── that                     ─────────────────────────────────────────────┬SBAR
      │     └-S┬NP─────────────────────────◁ the bridge               ▷───────────────────────────────────────NP┬×S┤
      │        └-VP┬──────────────────────── should                   ──────────────────────────────────────┬×VP┘  │
      │            └-VP┬──────────────────── be                       ──────────────────────────────────┬×VP┘      │
      │                └-VP┬──────────────── repaired                 ──────────────────────────────┬×VP┘          │
      │                    ├-PP┬──────────── before                   ──────────────────────────┬×PP┘              │
      │                    │   └NP─────────◁ the winter               ▷───────────────────NP┬×NP┘                  │
      │                    └-PP┬──────────── with                     ──────────────────┬×PP┘                      │
      │                        └-NP┬NP────── money                    ────────────NP┬×NP┘                          │
      │                            └-PP┬──── from                     ──────────┬×PP┘                              │
      │                                └NP─◁ the county               ▷───────NP┤                                  │
      ├───────────────────────────────────── and                      ──────────┤                                  │
      └-SBAR┬─────────────────────────────── that                     ────┬×SBAR┘                                  │
            └-S┬-NP────────────────────────◁ the road to the mill     ▷─+S┘                                        │
               └VP┬───────────────────────── would                    ──────────────────────────────────────────┬VP┘
                  └VP┬────────────────────── stay                     ───────────────────────────────────────┬VP┘
                     ├-ADJP───────────────── open                     ──────────────────────────────────+ADVP┤
                     └SBAR─────────────────◁ until the harvest was in ▷──────────────────────────────────SBAR┘
  -X missing   +X extra   ×X extra and crossing gold   ◁ ▷ folded
  36 matched brackets folded";
    assert_eq!(drawn(LONG, "120", ""), expected);
}

#[test]
fn sentences_behind_a_cell_and_between_systems_are_drawn() {
    let folder = Folder::new();
    folder.write("one.mrg", SHORT[0]).write("two.mrg", SHORT[1]);
    for words in [
        "brackets --preset collins one.mrg two.mrg --show labels:NP",
        "brackets --preset collins one.mrg one.mrg two.mrg --names a,b --contrast a b",
        "fragments one.mrg one.mrg two.mrg --names a,b --contrast a b --replicates 0",
    ] {
        let ran = folder.run(words);
        assert_eq!(ran.status, 0, "{words}: {}", ran.err);
        assert!(ran.out.contains("│  └-NP┬NP┬──────────── the   ─────┬NP┬×NP┤  │"), "{}", ran.out);
    }
}

#[test]
fn words_cannot_reach_the_terminal() {
    let trees = SHORT.map(|tree| tree.replace("Paris", "\u{1b}[31mParis\u{202e}"));
    let out = drawn([&trees[0], &trees[1]], "80", "--color never");
    assert!(out.contains(" \u{FFFD}[31mParis\u{FFFD} "), "{out}");
    assert!(!out.contains(['\u{1b}', '\u{202e}']));
}

#[test]
fn json_and_markdown_have_the_drawing_and_the_list() {
    let folder = Folder::new();
    folder.write("one.mrg", SHORT[0]).write("two.mrg", SHORT[1]);
    let words = "brackets --preset collins one.mrg two.mrg --worst 1";
    let json = folder.json(words);
    let example = &json["systems"][0]["examples"][0];
    assert_eq!(example["facts"].as_array().unwrap().len(), 5);
    let lines: Vec<&str> =
        example["drawing"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
    assert!(lines[1].starts_with("(TOP)─S─┬─NP"), "{lines:?}");
    let ran = folder.run(&format!("{words} --format markdown"));
    let drawing = ran.out.find("\n    (TOP)─S─┬─NP").unwrap();
    assert!(drawing < ran.out.find("\n- missed: **NP**").unwrap(), "{}", ran.out);
}

/// Escapes that begin colours, in what follows the first sentence that is shown.
fn n_colours(words: &str, color: &str, no_color: bool) -> usize {
    let folder = Folder::new();
    let mut command = Command::cargo_bin("bezant").unwrap();
    command.current_dir(folder.path()).env_remove("CLICOLOR_FORCE").args(words.split(' '));
    command.args(color.split_whitespace());
    if no_color {
        command.env("NO_COLOR", "1");
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().matches("\u{1b}[").count()
}

#[test]
fn colours_are_there_where_they_are_asked_for() {
    for words in [
        "brackets --preset collins gold.mrg weak.mrg --worst 1",
        "fragments gold.mrg weak.mrg --worst 1 --replicates 0",
        "dependencies entailments/gold.conllu entailments/weak.conllu --worst 1",
        "relations entailments/gold.conllu entailments/weak.conllu --worst 1 \
         --mapping entailments/relations.toml",
        "entail explain entailments/pairs.xml --parses entailments/weak.conllu --module ud --id 22",
        "demo",
    ] {
        assert!(n_colours(words, "--color always", false) >= 10, "{words}");
        assert!(n_colours(words, "--color always", true) >= 10, "{words}, which was asked for");
        assert_eq!(n_colours(words, "--color never", false), 0, "{words}");
        assert_eq!(n_colours(words, "", false), 0, "{words} is not on a terminal");
    }
    // Files have none.
    let folder = Folder::new();
    folder.run("brackets gold.mrg weak.mrg --worst 1 --color always -o out.txt");
    assert!(folder.read("out.txt").contains("gold ") && !folder.read("out.txt").contains('\u{1b}'));
    for format in ["json", "csv", "markdown", "latex"] {
        let words = format!("brackets gold.mrg weak.mrg --worst 1 --format {format}");
        assert_eq!(n_colours(&words, "--color always", false), 0, "{format}");
    }
}
