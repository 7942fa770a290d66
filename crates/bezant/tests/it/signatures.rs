use bezant::signature::Signature;
use proptest::prelude::*;

proptest! {
    #[test]
    fn signatures_print_and_parse_back(
        name in ".+",
        fields in prop::collection::vec((any::<String>(), any::<String>()), 0..6),
    ) {
        let signature = fields
            .iter()
            .fold(Signature::new(&name), |signature, (key, value)| signature.with(key, value));
        let text = signature.to_string();
        prop_assert!(!text.contains(char::is_whitespace));
        let again: Signature = text.parse().unwrap();
        prop_assert_eq!(&again, &signature);
        prop_assert_eq!(again.to_string(), text);
    }
}
