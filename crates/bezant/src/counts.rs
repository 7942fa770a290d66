//! Things that add: what one sentence contributes, and the divisions that make scores of sums.

use serde::{Deserialize, Serialize};

use crate::signature::Signature;

/// What one sentence contributes to a score, and how contributions add.
///
/// A plain sum uses `times` 1, a bootstrap replicate the number of times a sentence was drawn.
pub trait Counts: Clone + Default + Send + Sync {
    /// Adds `other` to `self`, `times` over.
    fn add(&mut self, other: &Self, times: u64);

    /// What cannot be, such as more matches than facts: a file of saved rows can say anything.
    #[doc(hidden)]
    fn fault(&self) -> Option<String> {
        None
    }

    /// The place of the first counts that cannot be in rows with this signature, and why: they are of
    /// something that it does not have.
    #[doc(hidden)]
    fn misfit<'c>(
        _rows: impl Iterator<Item = &'c Self>,
        _signature: &Signature,
    ) -> Option<(usize, String)>
    where
        Self: 'c,
    {
        None
    }

    /// How much memory they take, more or less; resampling keeps no more sums at once than it may.
    #[doc(hidden)]
    fn bytes(&self) -> usize {
        size_of::<Self>()
    }

    /// All of them with their names, the rare ones last, where they are a struct of numbers.
    #[doc(hidden)]
    fn named(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }

    /// How these rows become numbers, and sums of their numbers become counts again, if they are
    /// nothing but numbers; resampling adds those more quickly.
    fn numbers(_rows: &[&Self]) -> Option<Numbers<Self>> {
        None
    }
}

/// Counts as numbers.
type ToNumbers<C> = Box<dyn Fn(&C) -> Vec<u64> + Send + Sync>;

/// Numbers as counts.
type FromNumbers<C> = Box<dyn Fn(&[u64]) -> C + Send + Sync>;

/// The way from counts to numbers and the way back: who has one has the other.
pub struct Numbers<C> {
    /// The counts as numbers, in the same places for all rows; those that follow the last are 0.
    pub of: ToNumbers<C>,
    /// The counts whose numbers these are, or whose numbers add up to these; those that follow the
    /// last are 0.
    pub back: FromNumbers<C>,
}

impl<C> std::fmt::Debug for Numbers<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Numbers")
    }
}

/// Counts that few sentences have: they take memory only where one of them is not 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct Rare<C>(Option<Box<C>>);

impl<C: Counts> Rare<C> {
    /// All of them.
    pub(crate) fn or<'a>(&'a self, zero: &'a C) -> &'a C {
        self.0.as_deref().unwrap_or(zero)
    }

    /// Their numbers behind others, unless all are 0.
    pub(crate) fn behind(&self, mut others: Vec<u64>, of: impl Fn(&C) -> Vec<u64>) -> Vec<u64> {
        others.extend(self.0.iter().flat_map(|counts| of(counts)));
        others
    }

    pub(crate) fn add(&mut self, other: &Self, times: u64) {
        if let Some(other) = &other.0 {
            self.0.get_or_insert_default().add(other, times);
        }
    }
}

impl<C: Default + PartialEq> From<C> for Rare<C> {
    fn from(counts: C) -> Rare<C> {
        Rare((counts != C::default()).then(|| Box::new(counts)))
    }
}

/// Counts that are nothing but numbers: a struct whose fields are listed once, and what is said of
/// each of them in turn. It adds field by field, since scoring and resampling do little else.
///
/// A second struct has those that are [`Rare`], and a third, which needs no fields of its own, is how
/// both are written: as one.
macro_rules! plain_counts {
    ($(#[$about:meta])* pub struct $name:ident {
        $($(#[$field_about:meta])* pub $field:ident: u64,)*
    }) => {
        $(#[$about])*
        pub struct $name {
            $($(#[$field_about])* pub $field: u64,)*
        }

        $crate::counts::plain_counts!(@counts $name { $($field)* });
    };
    ($(#[$about:meta])* pub struct $name:ident {
        $($(#[$field_about:meta])* pub $field:ident: u64,)*
    }
    $(#[$rare_about:meta])* pub struct $rare:ident {
        $($(#[$rare_field_about:meta])* pub $rare_field:ident: u64,)*
    }
    $(#[$written_about:meta])* struct $written:ident;) => {
        $(#[$about])*
        pub struct $name {
            $($(#[$field_about])* pub $field: u64,)*
            /// What only some evaluations count.
            #[doc(hidden)]
            pub rare: $crate::counts::Rare<$rare>,
        }

        $crate::counts::plain_counts!(@counts $name { $($field)* } and $rare { $($rare_field)* });

        $crate::counts::plain_counts! {
            $(#[$rare_about])*
            pub struct $rare {
                $($(#[$rare_field_about])* pub $rare_field: u64,)*
            }
        }

        impl std::ops::Deref for $crate::counts::Rare<$rare> {
            type Target = $rare;

            fn deref(&self) -> &$rare {
                self.or(&$rare { $($rare_field: 0),* })
            }
        }

        $(#[$written_about])*
        struct $written {
            $($field: u64,)*
            $(
                #[serde(default, skip_serializing_if = "is_zero")]
                $rare_field: u64,
            )*
        }

        fn is_zero(count: &u64) -> bool {
            *count == 0
        }

        impl From<$written> for $name {
            fn from(written: $written) -> $name {
                let rare = $rare { $($rare_field: written.$rare_field,)* };
                $name { $($field: written.$field,)* rare: rare.into() }
            }
        }

        impl From<$name> for $written {
            fn from(counts: $name) -> $written {
                let rare = *counts.rare;
                $written { $($field: counts.$field,)* $($rare_field: rare.$rare_field,)* }
            }
        }
    };
    (@counts $name:ident { $($field:ident)* } $(and $rare:ident { $($rare_field:ident)* })?) => {
        impl $crate::counts::Counts for $name {
            fn named(&self) -> Vec<(&'static str, u64)> {
                let all = vec![$((stringify!($field), self.$field)),*];
                $(let all = [all, $rare::named(&self.rare)].concat();)?
                all
            }

            #[inline]
            fn add(&mut self, other: &Self, times: u64) {
                // Resampling aside, everything is added once, which is faster without a product.
                if times == 1 {
                    $(self.$field = self.$field.saturating_add(other.$field);)*
                } else {
                    $($crate::counts::accumulate(&mut self.$field, other.$field, times);)*
                }
                $($crate::counts::Rare::<$rare>::add(&mut self.rare, &other.rare, times);)?
            }

            fn fault(&self) -> Option<String> {
                $crate::counts::impossible(&self.named())
            }

            fn numbers(_rows: &[&Self]) -> Option<$crate::counts::Numbers<Self>> {
                Some($crate::counts::Numbers {
                    of: Box::new(|counts: &Self| {
                        let all = vec![$(counts.$field),*];
                        $(let all = counts.rare.behind(all, |it: &$rare| vec![$(it.$rare_field),*]);)?
                        all
                    }),
                    back: Box::new(|numbers| {
                        let mut numbers = numbers.iter().copied();
                        $(let $field = numbers.next().unwrap_or(0);)*
                        $(let rare = $rare { $($rare_field: numbers.next().unwrap_or(0)),* };)?
                        $name { $($field,)* $(rare: $crate::counts::Rare::<$rare>::from(rare))? }
                    }),
                })
            }
        }
    };
}
pub(crate) use plain_counts;

/// Two systems side by side, so that they are resampled together.
impl<A: Counts, B: Counts> Counts for (A, B) {
    fn add(&mut self, other: &Self, times: u64) {
        self.0.add(&other.0, times);
        self.1.add(&other.1, times);
    }

    fn bytes(&self) -> usize {
        self.0.bytes() + self.1.bytes()
    }
}

plain_counts! {
    /// Facts found on both sides, in gold and in the system's output.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Tally {
        /// Facts of gold that the system has too.
        pub matched: u64,
        /// Facts of gold.
        pub gold: u64,
        /// Facts of the system.
        pub system: u64,
    }
}

impl Tally {
    /// Two bags of facts; one that stands several times on both sides matches as often.
    pub fn of<F: Ord>(mut gold: Vec<F>, mut system: Vec<F>) -> Tally {
        gold.sort_unstable();
        system.sort_unstable();
        let matched = in_common(gold.iter(), system.iter());
        Tally { matched, gold: gold.len() as u64, system: system.len() as u64 }
    }

    /// Share of the system's facts that are right.
    pub fn precision(&self) -> Option<f64> {
        ratio(self.matched, self.system)
    }

    /// Share of gold's facts that were found.
    pub fn recall(&self) -> Option<f64> {
        ratio(self.matched, self.gold)
    }

    /// Harmonic mean of precision and recall, straight from the counts, so that it is defined
    /// whenever either side has facts.
    pub fn f1(&self) -> Option<f64> {
        ratio(self.matched.saturating_mul(2), self.gold.saturating_add(self.system))
    }

    /// Whether both sides have the same facts (also when neither has any).
    pub fn is_exact(&self) -> bool {
        self.matched == self.gold && self.matched == self.system
    }
}

/// How many items two sorted lists have in common, each as often as both have it.
pub(crate) fn in_common<T: Ord>(
    ours: impl Iterator<Item = T>,
    theirs: impl Iterator<Item = T>,
) -> u64 {
    let mut theirs = theirs.peekable();
    let mut n = 0;
    for our in ours {
        while theirs.next_if(|their| *their < our).is_some() {}
        n += u64::from(theirs.next_if(|their| *their == our).is_some());
    }
    n
}

/// Adds a count, `times` over. Trees cannot make a sum too large, but a file of saved rows can
/// say anything; then it stays at the largest number there is.
pub(crate) fn accumulate(total: &mut u64, count: u64, times: u64) {
    *total = total.saturating_add(count.saturating_mul(times));
}

/// The first of some counts that is larger than what it is a part of, by their names: `matched` is of
/// `gold` and `system`, `tokens_matched` of `tokens_gold` and `tokens_system`.
pub(crate) fn impossible(counts: &[(&str, u64)]) -> Option<String> {
    for (name, n) in counts {
        let Some(start) = name.strip_suffix("matched") else { continue };
        for side in ["gold", "system"] {
            let whole = counts.iter().find(|(other, _)| other.strip_prefix(start) == Some(side));
            if let Some((side, whole)) = whole.filter(|(_, whole)| n > whole) {
                return Some(format!("{name} is {n}, more than the {whole} of {side}"));
            }
        }
    }
    let of = |name: &str| counts.iter().find(|(other, _)| *other == name).map(|(_, n)| *n);
    PARTS.iter().find_map(|(parts, whole)| {
        let (n_whole, parts) = (of(whole)?, parts.iter());
        let (name, n) =
            parts.filter_map(|name| Some((name, of(name)?))).find(|(_, n)| *n > n_whole)?;
        Some(format!("{name} is {n}, more than the {n_whole} of {whole}"))
    })
}

/// Counts that are parts of others, whatever counts have these names.
const PARTS: [(&[&str], &str); 11] = [
    (&["matched_unlabelled"], "gold"),
    (&["matched_unlabelled"], "system"),
    (&["tags_matched"], "words"),
    (&["words_lost"], "words"),
    (&["exact", "no_crossing", "few_crossing", "aligned"], "sentences"),
    (&["edits"], "edit_nodes"),
    (&["functions_right"], "functions_phrases"),
    (&["upos", "xpos", "features", "tags", "lemmas", "heads", "relations"], "words_gold"),
    (&["attachments"], "heads"),
    (&["clas", "mlas", "blex"], "content_gold"),
    (&["arcs_unlabelled", "arcs_without_subtypes", "arcs_labelled"], "arcs_gold"),
];

/// `part / whole`, undefined where there is no whole.
pub fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// `sum / n`, undefined where nothing was added.
pub(crate) fn average(sum: f64, n: u64) -> Option<f64> {
    (n > 0).then(|| sum / n as f64)
}

/// The harmonic mean. It is 0 where both are: there was something to find, and nothing of it was
/// found.
pub(crate) fn harmonic(one: f64, two: f64) -> f64 {
    if one + two > 0.0 { 2.0 * one * two / (one + two) } else { 0.0 }
}

/// The mean of the values that are defined, with how many those were.
pub(crate) fn mean(values: impl IntoIterator<Item = Option<f64>>) -> (Option<f64>, u64) {
    let mut sum = 0.0;
    let mut n = 0;
    for value in values.into_iter().flatten() {
        sum += value;
        n += 1;
    }
    (average(sum, n), n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f1_is_defined_as_soon_as_one_side_has_facts() {
        let tally = Tally { matched: 0, gold: 3, system: 0 };
        assert_eq!(tally.precision(), None);
        assert_eq!(tally.recall(), Some(0.0));
        assert_eq!(tally.f1(), Some(0.0));
        assert_eq!(Tally::default().f1(), None);
    }

    #[test]
    fn facts_match_as_often_as_both_sides_have_them() {
        let tally = Tally::of(vec!["b", "a", "a", "c"], vec!["a", "d", "a", "a", "c"]);
        assert_eq!(tally, Tally { matched: 3, gold: 4, system: 5 });
        assert_eq!(Tally::of(Vec::<u8>::new(), Vec::new()), Tally::default());
    }

    #[test]
    fn systems_side_by_side_are_added_each_by_itself() {
        let one = Tally { matched: 1, gold: 2, system: 3 };
        let two = Tally { matched: 0, gold: 2, system: 5 };
        let mut both = (one, two);
        both.add(&(two, one), 2);
        let first = Tally { matched: 1, gold: 6, system: 13 };
        assert_eq!(both, (first, Tally { matched: 2, gold: 6, system: 11 }));
    }

    #[test]
    fn undefined_values_are_left_out_of_the_mean() {
        assert_eq!(mean([Some(1.0), None, Some(0.0)]), (Some(0.5), 2));
        assert_eq!(mean([None]), (None, 0));
    }
}
