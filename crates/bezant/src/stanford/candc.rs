//! The grammatical relations of the C&C parser by their Stanford names.

use crate::stanford::relations::Kind;

/// The Stanford relation that a relation of the C&C parser comes nearest to.
///
/// `name` is the relation (`ncsubj`) and `subtype` what stands in its slot for a type, if there is
/// something: `obj` for the subject of a passive, the conjunction or preposition of a modifier.
/// What has no counterpart is a plain dependent. The words of a C&C relation stand head first, as
/// in a dependency.
pub fn from_candc(name: &str, subtype: Option<&str>) -> Kind {
    match (name, subtype) {
        ("ncsubj", Some("obj")) => Kind::Nsubjpass,
        ("ncsubj", _) => Kind::Nsubj,
        ("xsubj", _) => Kind::Csubj,
        ("csubj", Some("obj")) => Kind::Csubjpass,
        ("csubj", _) => Kind::Csubj,
        ("dobj", _) => Kind::Dobj,
        ("obj2", _) => Kind::Iobj,
        ("iobj", _) => Kind::Prep,
        ("pobj", _) => Kind::Pobj,
        ("pcomp", _) => Kind::Pcomp,
        ("xcomp", _) => Kind::Xcomp,
        ("ccomp", _) => Kind::Ccomp,
        ("det", Some("poss")) => Kind::Poss,
        ("det", _) => Kind::Det,
        ("aux", _) => Kind::Aux,
        ("passive", _) => Kind::Auxpass,
        ("conj", _) => Kind::Conj,
        ("ncmod", Some("poss")) => Kind::Poss,
        ("ncmod", Some("num")) => Kind::Num,
        ("ncmod", Some("prt")) => Kind::Prt,
        ("ncmod", Some("_") | None) => Kind::Amod,
        ("ncmod", Some(_)) => Kind::Prep,
        ("xmod", _) => Kind::Vmod,
        ("cmod", Some("_") | None) => Kind::Rcmod,
        ("cmod", Some(_)) => Kind::Advcl,
        ("pmod", _) => Kind::Prep,
        ("ta", _) => Kind::Parataxis,
        _ => Kind::Dep,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relations_have_their_counterparts() {
        for (name, subtype, expected) in [
            ("ncsubj", None, "nsubj"),
            ("ncsubj", Some("obj"), "nsubjpass"),
            ("ncmod", Some("poss"), "poss"),
            ("ncmod", Some("_"), "amod"),
            ("obj2", None, "iobj"),
            ("det", None, "det"),
            ("cmod", Some("that"), "advcl"),
            ("whatever", None, "dep"),
        ] {
            assert_eq!(from_candc(name, subtype).name(), expected, "{name}");
        }
    }
}
