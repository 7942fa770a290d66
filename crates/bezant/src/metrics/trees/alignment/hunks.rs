//! From an edit script to the place in gold for every token boundary of the system.

use super::characters::AlignedText;
use crate::formats::script::{Hunk, either_way};

/// For each bound of the system's text, its place in gold's characters.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Projection {
    /// As the start of something: behind tokens that only gold has.
    pub starts: Vec<usize>,
    /// As the end of something: before tokens that only gold has.
    pub ends: Vec<usize>,
}

/// Where the two texts differ, with the differences put at token boundaries where that is
/// possible. `None` if more than half of all their characters have no partner, or if that would
/// take too long to find out.
pub(super) fn find(gold: &AlignedText, system: &AlignedText) -> Option<Vec<Hunk>> {
    if gold.characters == system.characters {
        return Some(Vec::new());
    }
    let max_edits = (gold.characters.len() + system.characters.len()) / 2;
    let mut hunks = either_way(&gold.characters, &system.characters, max_edits)?;
    slide(&mut hunks, gold, system);
    let hunks = join(hunks, gold, system);
    let edits: usize = hunks.iter().map(|hunk| hunk.gold.len() + hunk.system.len()).sum();
    (edits <= max_edits).then_some(hunks)
}

/// Tokens that one side has and the other has not.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Unpaired {
    /// For each token of gold, whether the system lacks it.
    pub gold: Vec<bool>,
    /// For each token of the system that gold lacks, where in gold's characters it would stand.
    pub system: Vec<Option<usize>>,
}

/// Which tokens lie in what only one side has. Where both sides have other tokens and as many, these
/// are in each other's place; where they are not as many, nobody can say which is which, and each is
/// one that the other side lacks. A token of which a part is the same is written otherwise.
pub(super) fn unpaired(hunks: &[Hunk], gold: &AlignedText, system: &AlignedText) -> Unpaired {
    let mut found =
        Unpaired { gold: vec![false; gold.tokens.len()], system: vec![None; system.tokens.len()] };
    for hunk in hunks {
        let ours = gold.bounds_within(hunk.gold.start, hunk.gold.end);
        let theirs = system.bounds_within(hunk.system.start, hunk.system.end);
        let (ours, theirs) = (
            ours.start..ours.end.saturating_sub(1).max(ours.start),
            theirs.start..theirs.end.saturating_sub(1).max(theirs.start),
        );
        let is_whole = [hunk.gold.start, hunk.gold.end].iter().all(|at| gold.is_bound(*at))
            && [hunk.system.start, hunk.system.end].iter().all(|at| system.is_bound(*at));
        let is_one_sided = hunk.gold.is_empty() || hunk.system.is_empty();
        if is_one_sided || (is_whole && ours.len() != theirs.len()) {
            found.gold[ours].fill(true);
            found.system[theirs].fill(Some(hunk.gold.end));
        }
    }
    found
}

/// Moves what only one side has to token boundaries: against `the cat`, the script may say that
/// `the can cat` has `n ca` in addition as well as `can`.
fn slide(hunks: &mut [Hunk], gold: &AlignedText, system: &AlignedText) {
    let n_gold = gold.characters.len();
    for index in 0..hunks.len() {
        let hunk = hunks[index].clone();
        let (text, only) = match (hunk.gold.is_empty(), hunk.system.is_empty()) {
            (false, true) => (&gold.characters, &hunk.gold),
            (true, false) => (&system.characters, &hunk.system),
            _ => continue,
        };
        let back = hunk.gold.start - index.checked_sub(1).map_or(0, |last| hunks[last].gold.end);
        let on = hunks.get(index + 1).map_or(n_gold, |next| next.gold.start) - hunk.gold.end;
        let back = (0..back).take_while(|n| text[only.start - 1 - n] == text[only.end - 1 - n]);
        let on = (0..on).take_while(|n| text[only.start + n] == text[only.end + n]);

        let left = back.map(|n| moved(&hunk, |at| at - 1 - n));
        let right = on.map(|n| moved(&hunk, |at| at + 1 + n));
        let fit = |hunk: &Hunk| {
            let on_gold = [hunk.gold.start, hunk.gold.end].map(|at| gold.is_bound(at));
            let on_system = [hunk.system.start, hunk.system.end].map(|at| system.is_bound(at));
            on_gold.into_iter().chain(on_system).filter(|is_bound| *is_bound).count()
        };
        let mut best = (fit(&hunk), hunk.clone());
        for candidate in left.chain(right) {
            if best.0 == 4 {
                break;
            }
            let fit = fit(&candidate);
            if fit > best.0 {
                best = (fit, candidate);
            }
        }
        hunks[index] = best.1;
    }
}

fn moved(hunk: &Hunk, place: impl Fn(usize) -> usize) -> Hunk {
    Hunk {
        gold: place(hunk.gold.start)..place(hunk.gold.end),
        system: place(hunk.system.start)..place(hunk.system.end),
    }
}

/// Makes one hunk of two that are kept apart by chance only: any two texts have some letters in
/// common. What stands between them is chance if it is no longer than either, and holds no token
/// that both sides have.
fn join(hunks: Vec<Hunk>, gold: &AlignedText, system: &AlignedText) -> Vec<Hunk> {
    let size = |hunk: &Hunk| hunk.gold.len().max(hunk.system.len());
    let mut joined: Vec<(Hunk, bool)> = Vec::with_capacity(hunks.len());
    for mut hunk in hunks {
        let mut anchored =
            joined.last().is_some_and(|(last, _)| common_token(last, &hunk, gold, system));
        while let Some((last, last_anchored)) = joined.last() {
            let between = hunk.gold.start - last.gold.end;
            // Sliding can bring two together.
            let by_chance =
                between == 0 || (!anchored && between <= size(last) && between <= size(&hunk));
            if !by_chance {
                break;
            }
            (hunk.gold.start, hunk.system.start) = (last.gold.start, last.system.start);
            anchored = *last_anchored;
            joined.pop();
        }
        joined.push((hunk, anchored));
    }
    joined.into_iter().map(|(hunk, _)| hunk).collect()
}

/// Whether both sides have the same token somewhere between two hunks.
fn common_token(last: &Hunk, next: &Hunk, gold: &AlignedText, system: &AlignedText) -> bool {
    let within = gold.bounds_within(last.gold.end, next.gold.start);
    let same = |pair: &[usize]| {
        let start = pair[0] - last.gold.end + last.system.end;
        let Ok(index) = system.bounds.binary_search(&start) else { return false };
        system.bounds.get(index + 1) == Some(&(start + pair[1] - pair[0]))
    };
    gold.bounds[within].windows(2).any(same)
}

/// The place in gold of each bound of the system.
///
/// Between equal characters that place is certain. Where gold alone has characters, a start goes
/// behind and an end before as many of gold's whole tokens as there are, as if the missing tokens
/// were attached as high as possible. Where the two have different characters, the outer bounds
/// belong together; bounds between them are matched one by one if both sides have equally many,
/// and else by their share of the length, to the nearest bound of gold.
///
/// Neither list decreases, and an end never lies behind the start of what follows it; so the
/// brackets of a tree stay a tree.
pub(super) fn project(hunks: &[Hunk], gold: &AlignedText, system: &AlignedText) -> Projection {
    let mut starts = Vec::with_capacity(system.bounds.len());
    let mut ends = Vec::with_capacity(system.bounds.len());
    let mut next = 0;
    for (index, &at) in system.bounds.iter().enumerate() {
        while hunks.get(next).is_some_and(|hunk| hunk.system.end < at) {
            next += 1;
        }
        let (start, end) = match hunks.get(next) {
            Some(hunk) if hunk.system.start <= at => beside(hunk, index, gold, system),
            _ => {
                let last = next.checked_sub(1).map(|last| &hunks[last]);
                let (ours, theirs) = last.map_or((0, 0), |last| (last.gold.end, last.system.end));
                (at - theirs + ours, at - theirs + ours)
            }
        };
        starts.push(start);
        ends.push(end);
    }
    Projection { starts, ends }
}

/// Start and end for a bound of the system that lies in a hunk or at its edge.
fn beside(hunk: &Hunk, index: usize, gold: &AlignedText, system: &AlignedText) -> (usize, usize) {
    let at = system.bounds[index];
    let (from, to) = (hunk.gold.start, hunk.gold.end);
    let bounds = &gold.bounds[gold.bounds_within(from, to)];
    if hunk.system.is_empty() {
        return (*bounds.last().unwrap_or(&to), *bounds.first().unwrap_or(&from));
    }
    let place = if at == hunk.system.start || hunk.gold.is_empty() {
        from
    } else if at == hunk.system.end {
        to
    } else {
        let inner = gold.bounds_within(from + 1, to - 1);
        let others = system.bounds_within(hunk.system.start + 1, hunk.system.end - 1);
        if inner.len() == others.len() {
            gold.bounds[inner.start + index - others.start]
        } else {
            let share = (at - hunk.system.start) as u128 * hunk.gold.len() as u128;
            let wanted = from + (share / hunk.system.len() as u128) as usize;
            let above = bounds.partition_point(|&bound| bound < wanted);
            let around = bounds[..above].last().into_iter().chain(bounds.get(above));
            *around.min_by_key(|bound| bound.abs_diff(wanted)).unwrap_or(&wanted)
        }
    };
    (place, place)
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;
    use crate::formats::penn;
    use crate::metrics::trees::labels::LabelTable;
    use crate::metrics::trees::parameters::Preset;

    fn text(words: &str) -> AlignedText {
        let parameters = Preset::None.parameters();
        let leaves: String = words.split(' ').map(|word| format!("(x {word})")).collect();
        AlignedText::new(&penn::read(leaves.as_bytes()).tree, &mut LabelTable::new(&parameters))
    }

    /// The system's tokens as the characters of gold they lie on.
    fn show(gold: &str, system: &str) -> String {
        let (gold_text, system_text) = (text(gold), text(system));
        let Some(hunks) = find(&gold_text, &system_text) else { return "none".to_string() };
        let Projection { starts, ends } = project(&hunks, &gold_text, &system_text);
        assert!(starts.is_sorted() && ends.is_sorted());
        assert!(ends.iter().zip(&starts).all(|(end, start)| end <= start));
        let letters: Vec<char> = gold.chars().filter(|letter| *letter != ' ').collect();
        let token = |index: usize| -> String {
            letters[starts[index]..ends[index + 1].max(starts[index])].iter().collect()
        };
        (0..system_text.tokens.len()).map(token).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn equal_text_needs_no_script() {
        assert_eq!(show("can not go", "cannot go"), "cannot go");
        assert_eq!(show("cannot go", "can not go"), "can not go");
        assert_eq!(show("ab cd", "a bc d"), "a bc d");
    }

    #[test]
    fn what_one_side_lacks_is_a_whole_token_where_it_can_be() {
        assert_eq!(show("the can cat sat", "the cat sat"), "the cat sat");
        assert_eq!(show("the cat sat", "the can cat sat"), "the  cat sat");
        assert_eq!(show("it did so . . .", "it did so"), "it did so");
        assert_eq!(show("and so it did", "it did"), "it did");
        assert_eq!(show("a b c a b c a b c", "a b c a b c"), "a b c a b c");
    }

    #[test]
    fn what_one_side_has_moves_on_to_tokens_and_else_stays() {
        let slid = |gold: &str, system: &str, at: usize, only: Range<usize>| {
            let mut hunks = vec![Hunk { gold: at..at, system: only }];
            slide(&mut hunks, &text(gold), &text(system));
            (hunks[0].gold.start, hunks[0].system.clone())
        };
        assert_eq!(slid("ca by", "ca ba by", 1, 1..3), (2, 2..4));
        assert_eq!(slid("cab dy", "cab dab dy", 1, 1..4), (3, 3..6));
        // Wherever it lies inside a token is as good.
        assert_eq!(slid("baab", "baaab", 2, 2..3), (2, 2..3));
        // Nothing moves across what was found before it.
        let only = |at: usize, system| Hunk { gold: at..at, system };
        let mut hunks = [only(1, 1..2), only(2, 3..4)];
        slide(&mut hunks, &text("baac"), &text("baaaac"));
        assert_eq!(hunks, [only(1, 1..2), only(2, 3..4)]);
    }

    #[test]
    fn what_is_written_differently_stays_one_token() {
        assert_eq!(show("the colour is red", "the color is red"), "the colour is red");
        assert_eq!(show("the color is red", "the colour is red"), "the color is red");
        assert_eq!(show("the cat is red", "the act is red"), "the cat is red");
        assert_eq!(show("the Xcat is red", "the cat is red"), "the Xcat is red");
        assert_eq!(show("the cats is red", "the cat is red"), "the cats is red");
        assert_eq!(show("we saw the cats run", "we saw the big dogs run"), "we saw the  cats run");
        assert_eq!(
            show("we all aaaa bb now here", "we all cc dddd now here"),
            "we all aaaa bb now here"
        );
    }

    #[test]
    fn letters_shared_by_chance_are_no_alignment() {
        let gold = "the report was released after the close of trading on the exchange yesterday";
        let system = "most banks have since raised their own lending rates by half a point again";
        assert_eq!(show(gold, system), "none");
        assert_eq!(show("yes", "no"), "none");
        assert_eq!(show("dogs", "dogs bark at night and day"), "none");
    }

    #[test]
    fn a_long_text_with_few_differences_is_aligned() {
        let words: Vec<String> = (0..150_000).map(|n| format!("word{n}")).collect();
        let gold = words.join(" ");
        let mut other = words.clone();
        other[75_000] = "changed".into();
        other.remove(3);
        let expected: Vec<&str> = words
            .iter()
            .enumerate()
            .filter(|(n, _)| *n != 3)
            .map(|(_, word)| word.as_str())
            .collect();
        // The shorter list has the changed word one place earlier.
        other[74_999] = "changed".into();
        assert!(show(&gold, &other.join(" ")) == expected.join(" "));
    }
}
