//! Any bytes as a parameter file: every line is taken or complained about, and what was taken
//! can be signed.

#![no_main]

use bezant::metric::Scorer;
use bezant::metrics::brackets::Brackets;
use bezant::metrics::trees::parameters::Preset;
use bezant::signature::Signature;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for preset in Preset::ALL {
        let mut parameters = preset.parameters();
        let complaints = parameters.read("fuzz.prm", bytes).complaints;
        assert!(complaints.len() <= bytes.split(|&byte| byte == b'\n').count());
        for complaint in &complaints {
            let place = complaint.place().expect("a complaint has a line");
            assert!(place.excerpt.is_char_boundary(place.mark));
            assert!(complaint.kind().hint().is_some());
        }
        let signature = Brackets::evalb(parameters).signature();
        let again: Signature = signature.to_string().parse().expect("a signature parses back");
        assert_eq!(signature, again);
    }
});
