use std::io::Write;

use lzma_rust2::{XzOptions, XzWriter};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use super::*;

/// Whole lines, as the line formats cut.
fn lines(text: &[u8], _at_end: bool) -> usize {
    memchr::memrchr(b'\n', text).map_or(0, |at| at + 1)
}

fn read_all(mut source: Source) -> Vec<u8> {
    let mut all = Vec::new();
    while let Some(block) = source.next_block(lines).unwrap() {
        all.extend_from_slice(&block);
    }
    all
}

fn compressed(text: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text).unwrap();
    let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bzip2.write_all(text).unwrap();
    let mut xz = XzWriter::new(Vec::new(), XzOptions::with_preset(1)).unwrap();
    xz.write_all(text).unwrap();
    vec![
        ("gzip", gzip.finish().unwrap()),
        ("bzip2", bzip2.finish().unwrap()),
        ("xz", xz.finish().unwrap()),
        ("zstd", compress_to_vec(text, CompressionLevel::Fastest)),
    ]
}

#[test]
fn pages_that_were_given_back_are_still_there_for_whoever_kept_them() {
    let text: String = (0..2_000_000).map(|n| format!("{n}\n")).collect();
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), &text).unwrap();
    let mut source = Source::open(file.path()).unwrap();
    assert!(matches!(&source.input, Input::Whole(it) if matches!(*it.owner, Owner::Mapped(_))));
    let mut kept = Vec::new();
    while let Some(block) = source.next_block(lines).unwrap() {
        kept.push(block);
    }
    assert!(kept.len() > 50);
    let again: Vec<&[u8]> = kept.iter().map(|block| &block[..]).collect();
    assert!(again.concat() == text.as_bytes());
}

#[test]
fn what_never_ends_is_refused_at_the_limit() {
    let zeros = || Source::from_reader("zeros", io::repeat(b'0')).unwrap();
    let limited = || zeros().with_limit(4 << 20);
    let message = "zeros: more than 4 MiB would have to be kept in memory at once";
    assert_eq!(limited().rest().err().unwrap().to_string(), message);
    assert_eq!(limited().next_block(|_, _| 0).err().unwrap().to_string(), message);
    assert_eq!(limited().fill_line().unwrap_err().to_string(), message);
    // What leaves in blocks may be of any size.
    let mut source = limited();
    for _ in 0..64 {
        assert!(source.next_block(|text, _| text.len()).unwrap().is_some());
    }
    let whole = Source::from_reader("whole", io::repeat(b'0').take(4 << 20)).unwrap();
    assert_eq!(whole.with_limit(4 << 20).rest().unwrap().len(), 4 << 20);
}

#[test]
fn every_compression_is_read_also_when_two_files_were_joined() {
    let text = b"one\ntwo\n".repeat(100_000);
    for (name, packed) in compressed(&text) {
        let twice = [packed.clone(), packed].concat();
        let read = read_all(Source::from_bytes(name, twice).unwrap());
        assert!(read == text.repeat(2), "{name}");
    }
}

#[test]
fn a_broken_archive_is_an_error_and_not_the_end() {
    for (name, packed) in compressed(&b"(S (NN word))\n".repeat(100_000)) {
        let cut = packed[..packed.len() / 2].to_vec();
        let outcome = Source::from_bytes(name, cut).and_then(Source::rest);
        assert!(outcome.is_err(), "{name}");
    }
}

/// `one` and `two`, each on its line, as the programs zstd and xz pack them.
const PACKED: [(&str, &[u8]); 2] = [
    ("zstd", b"\x28\xB5\x2F\xFD\x04\x58\x41\0\0one\ntwo\n\xE6\xA6\x0E\x40"),
    (
        "xz",
        b"\xFD7zXZ\0\0\x04\xE6\xD6\xB4\x46\x02\0\x21\x01\x16\0\0\0\x74\x2F\xE5\xA3\x01\0\x07\
          one\ntwo\n\0\x51\xAB\x9E\xAF\x57\x75\x70\x49\0\x01\x20\x08\xBB\x19\xD9\xBB\
          \x1F\xB6\xF3\x7D\x01\0\0\0\0\x04YZ",
    ),
];

#[test]
fn every_byte_that_changed_on_the_way_is_noticed() {
    for (name, packed) in PACKED {
        let read = |packed: Vec<u8>| Source::from_bytes(name, packed).and_then(Source::rest);
        assert!(read(packed.to_vec()).unwrap()[..] == *b"one\ntwo\n", "{name}");
        // The first bytes say what it is; a text without them is a text.
        for at in 6..packed.len() {
            let mut changed = packed.to_vec();
            changed[at] ^= 1;
            let outcome = read(changed);
            assert!(outcome.is_err(), "{name}, byte {at}");
        }
        for length in 6..packed.len() {
            assert!(read(packed[..length].to_vec()).is_err(), "{name}, {length} bytes");
        }
        assert!(read([packed, b"rest"].concat()).is_err(), "{name}");
    }
}

#[test]
fn what_lies_between_the_parts_of_a_packed_file_is_passed_over() {
    let frame = b"\x50\x2A\x4D\x18\x03\0\0\0abc";
    for ((name, packed), between) in PACKED.into_iter().zip([&frame[..], &[0; 8]]) {
        let read =
            |parts: &[&[u8]]| Source::from_bytes(name, parts.concat()).and_then(Source::rest);
        let all = read(&[packed, between, packed, between]).unwrap();
        assert!(all[..] == *b"one\ntwo\none\ntwo\n", "{name}");
        assert!(read(&[packed, &between[..between.len() - 1]]).is_err(), "{name}");
    }
}

#[test]
fn blocks_hold_whole_lines_however_long() {
    let long = [vec![b'x'; 3 * BLOCK], b"\nshort\nlast".to_vec()].concat();
    for source in [
        Source::from_bytes("whole", long.clone()).unwrap(),
        Source::from_reader("stream", io::Cursor::new(long.clone())).unwrap(),
    ] {
        let mut source = source;
        let first = source.next_block(lines).unwrap().unwrap();
        assert!(first.ends_with(b"\n"));
        assert!(first.len() > 3 * BLOCK);
        assert!([first.to_vec(), read_all(source)].concat() == long);
    }
}

#[test]
fn a_long_first_line_can_be_had_without_the_rest() {
    let text = [vec![b'x'; 5 * BLOCK], b"\n".to_vec(), vec![b'y'; 9 * BLOCK]].concat();
    let mut source = Source::from_reader("stream", io::Cursor::new(text.clone())).unwrap();
    source.fill_line().unwrap();
    assert!((5 * BLOCK + 1..9 * BLOCK).contains(&source.start().len()));
    assert!(source.rest().unwrap()[..] == text);
    let mut one = Source::from_reader("one", io::Cursor::new(vec![b'x'; 3 * BLOCK])).unwrap();
    one.fill_line().unwrap();
    assert_eq!(one.start().len(), 3 * BLOCK);
}

#[test]
fn a_byte_order_mark_is_dropped_and_utf16_refused() {
    let source = Source::from_bytes("bom", b"\xEF\xBB\xBF(S)".to_vec()).unwrap();
    assert_eq!(source.start(), b"(S)");
    for wide in [&b"\xFF\xFE(\0"[..], b"(\0S\0", b"\0(\0S"] {
        let error = Source::from_bytes("wide", wide.to_vec()).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Utf16), "{wide:?}");
    }
    // A zero byte is an odd word, but a word.
    for narrow in [&b"\0\0\0\0"[..], b"(\0b\0 a)\n", b"(\0S\0 (NP a) (VP b))\n"] {
        assert!(Source::from_bytes("narrow", narrow.to_vec()).is_ok(), "{narrow:?}");
    }
}

#[test]
fn archives_are_refused_by_their_first_bytes_also_inside_a_compression() {
    let tar = [&[b'a'; 257][..], b"ustar\0", &[0; 300]].concat();
    let (_, packed) = compressed(&tar).remove(0);
    let zip = b"PK\x03\x04\x14\0".to_vec();
    for (bytes, kind) in [(zip, "zip"), (tar, "tar"), (packed, "tar")] {
        let error = Source::from_bytes("archive", bytes).unwrap_err();
        assert_eq!(error.to_string(), format!("archive: this is a {kind} archive"));
    }
    for words in [b"PK 7z ustar".to_vec(), [&[b'a'; 257][..], b"ustar (a)"].concat()] {
        assert!(Source::from_bytes("words", words).is_ok());
    }
}

#[test]
fn empty_input_has_no_blocks() {
    assert!(read_all(Source::from_bytes("empty", Vec::new()).unwrap()).is_empty());
    assert!(read_all(Source::from_reader("empty", io::empty()).unwrap()).is_empty());
}
