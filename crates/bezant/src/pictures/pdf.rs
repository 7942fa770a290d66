//! A picture as PDF 1.4, with its font in it, as publishers want it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::pictures::font;
use crate::pictures::picture::{Colour, Item, Pen, Picture, Point, before};

impl Picture {
    /// The picture as PDF, of its natural size. It has no date in it: the same picture is always
    /// the same bytes.
    pub fn to_pdf(&self) -> Vec<u8> {
        pdf_pages(std::slice::from_ref(self))
    }
}

/// Pictures as PDF, each on a page of its own.
pub fn pdf_pages(pictures: &[Picture]) -> Vec<u8> {
    let mut content = Content::default();
    let pages: Vec<String> = pictures.iter().map(|picture| content.page(picture)).collect();
    let face = font::face();
    let per_thousand = |units: i16| 1000 * i32::from(units) / i32::from(face.units_per_em());
    let bounds = face.global_bounding_box();
    let states: String = content
        .opacities
        .iter()
        .enumerate()
        .map(|(n, opacity)| format!("/G{n} << /ca {opacity} >> "))
        .collect();
    let widths: String = content
        .letters
        .keys()
        .map(|glyph| format!("{glyph} [{:.0}] ", font::advance(ttf_parser::GlyphId(*glyph))))
        .collect();
    let name = format!("BEZANT+{}", font::NAME);
    // Each page is two objects behind the first two; then comes the font.
    let n = pages.len();
    let kids: Vec<String> = (0..n).map(|at| format!("{} 0 R", 3 + 2 * at)).collect();
    let font_at = 3 + 2 * n;
    let mut objects = vec![
        Object::Dictionary("/Type /Catalog /Pages 2 0 R".to_string()),
        Object::Dictionary(format!("/Type /Pages /Kids [{}] /Count {n}", kids.join(" "))),
    ];
    for (at, (picture, code)) in pictures.iter().zip(pages).enumerate() {
        let unit = unit(picture);
        let [width, height] = [picture.width, picture.height].map(|side| side / unit);
        let unit = if unit > 1.0 { format!(" /UserUnit {unit}") } else { String::new() };
        objects.push(Object::Dictionary(format!(
            "/Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}]{unit} /Contents {} 0 R \
             /Resources << /Font << /F {font_at} 0 R >> /ExtGState << {states}>> >>",
            4 + 2 * at
        )));
        objects.push(Object::Stream(String::new(), code.into_bytes()));
    }
    objects.extend([
        Object::Dictionary(format!(
            "/Type /Font /Subtype /Type0 /BaseFont /{name} /Encoding /Identity-H \
             /DescendantFonts [{} 0 R] /ToUnicode {} 0 R",
            font_at + 1,
            font_at + 4
        )),
        Object::Dictionary(format!(
            "/Type /Font /Subtype /CIDFontType2 /BaseFont /{name} /CIDToGIDMap /Identity \
             /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> \
             /FontDescriptor {} 0 R /DW 600 /W [{widths}]",
            font_at + 2
        )),
        Object::Dictionary(format!(
            "/Type /FontDescriptor /FontName /{name} /Flags 4 /ItalicAngle 0 /StemV 80 \
             /Ascent {} /Descent {} /CapHeight 729 /FontBBox [{} {} {} {}] /FontFile2 {} 0 R",
            per_thousand(face.ascender()),
            per_thousand(face.descender()),
            per_thousand(bounds.x_min),
            per_thousand(bounds.y_min),
            per_thousand(bounds.x_max),
            per_thousand(bounds.y_max),
            font_at + 3
        )),
        Object::Stream(format!("/Length1 {}", font::FILE.len()), font::FILE.to_vec()),
        Object::Stream(String::new(), to_unicode(&content.letters).into_bytes()),
        Object::Dictionary(format!(
            "/Title {} /Subject {} /Creator (bezant)",
            text_string(pictures.first().map_or("", |picture| &picture.title)),
            text_string(pictures.first().map_or("", |picture| &picture.about))
        )),
    ]);
    // Units of pages came with 1.6; whatever else is here, publishers read as 1.4.
    let is_large = pictures.iter().any(|picture| unit(picture) > 1.0);
    file(&objects, if is_large { "1.6" } else { "1.4" })
}

/// No page may have a longer side, in its own units.
const LONGEST: f64 = 14_400.0;

/// How many points a unit of a page is: more than one where the page would be larger than viewers show. Those
/// that know of units show it as large as it is, others smaller, and none cuts it off.
fn unit(picture: &Picture) -> f64 {
    (picture.width.max(picture.height) / LONGEST).ceil().max(1.0)
}

/// What a file is made of.
enum Object {
    Dictionary(String),
    Stream(String, Vec<u8>),
}

/// The file: objects numbered from 1, the first being the catalogue and the last what it is about,
/// and where each begins.
fn file(objects: &[Object], version: &str) -> Vec<u8> {
    // Four bytes above 127 tell programs that move files that this is no text.
    let mut out = format!("%PDF-{version}\n").into_bytes();
    out.extend(b"%\xE2\xE3\xCF\xD3\n");
    let mut places = Vec::new();
    for (number, object) in (1..).zip(objects) {
        places.push(out.len());
        let _ = write!(out, "{number} 0 obj\n<< ");
        match object {
            Object::Dictionary(entries) => {
                let _ = writeln!(out, "{entries} >>");
            }
            Object::Stream(entries, bytes) => {
                let bytes = compressed(bytes);
                let length = bytes.len();
                let _ = write!(out, "{entries} /Filter /FlateDecode /Length {length} >>\nstream\n");
                out.extend(bytes);
                out.extend(b"\nendstream\n");
            }
        }
        out.extend(b"endobj\n");
    }
    let (start, n) = (out.len(), objects.len());
    let _ = write!(out, "xref\n0 {}\n0000000000 65535 f \n", n + 1);
    for place in places {
        let _ = writeln!(out, "{place:010} 00000 n ");
    }
    let _ = write!(
        out,
        "trailer\n<< /Size {} /Root 1 0 R /Info {n} 0 R >>\nstartxref\n{start}\n%%EOF\n",
        n + 1
    );
    out
}

/// As zlib makes it shorter.
pub(super) fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("writing to memory does not fail")
}

/// Text about a file, in UTF-16.
fn text_string(text: &str) -> String {
    let mut out = "<FEFF".to_string();
    text.encode_utf16().for_each(|unit| {
        let _ = write!(out, "{unit:04X}");
    });
    out + ">"
}

/// Which letter each number of the font is, so that words can be searched for and copied.
fn to_unicode(letters: &BTreeMap<u16, char>) -> String {
    let mut out = "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n\
        /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n\
        /CMapName /Letters def\n/CMapType 2 def\n\
        1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
        .to_string();
    let all: Vec<(&u16, &char)> = letters.iter().collect();
    // No more are allowed at once.
    for some in all.chunks(100) {
        let _ = writeln!(out, "{} beginbfchar", some.len());
        for (glyph, letter) in some {
            let unit: String =
                letter.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("{unit:04X}")).collect();
            let _ = writeln!(out, "<{glyph:04X}> <{unit}>");
        }
        out.push_str("endbfchar\n");
    }
    out + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
}

/// What is drawn, in the words of PDF, and what it needs.
#[derive(Default)]
struct Content {
    code: String,
    /// Letters by their numbers in the font.
    letters: BTreeMap<u16, char>,
    opacities: Vec<f64>,
    height: f64,
}

impl Content {
    /// What is drawn on a page; letters and opacities are those of all pages.
    fn page(&mut self, picture: &Picture) -> String {
        self.height = picture.height;
        self.code = "1 j\n".to_string();
        let unit = unit(picture);
        if unit > 1.0 {
            self.say(&format!("{0:.6} 0 0 {0:.6} 0 0 cm", 1.0 / unit));
        }
        for item in &picture.items {
            self.item(item);
        }
        std::mem::take(&mut self.code)
    }

    fn say(&mut self, words: &str) {
        self.code.push_str(words);
        self.code.push('\n');
    }

    /// In a PDF y grows upwards.
    fn place(&self, (x, y): Point) -> String {
        format!("{x:.2} {:.2}", self.height - y)
    }

    fn path(&self, points: &[Point]) -> String {
        let steps = points.iter().enumerate().map(|(at, point)| {
            let verb = if at == 0 { 'm' } else { 'l' };
            format!("{} {verb}", self.place(*point))
        });
        steps.collect::<Vec<_>>().join(" ")
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Line { points, pen } if points.len() > 1 => {
                let path = self.path(points);
                self.say(&format!("{} {path} S", stroke(pen)));
            }
            Item::Line { .. } => {}
            Item::Area { corners, fill, opacity, edge } => {
                let paint = if edge.is_some() { "b" } else { "f" };
                let pen = edge.as_ref().map_or_else(String::new, stroke);
                let path = format!("{} h", self.path(corners));
                self.filled(*fill, *opacity, &format!("{pen} {path} {paint}"));
            }
            Item::Disc { centre, radius, fill, edge } => {
                let path = self.circle(*centre, *radius);
                self.filled(*fill, 1.0, &format!("{} {path} b", stroke(edge)));
            }
            Item::Text { at, text, size, anchor, turned, colour } => {
                let shift = before(text, *size, *anchor);
                let (start, turn) = match turned {
                    true => ((at.0, at.1 + shift), "0 1 -1 0"),
                    false => ((at.0 - shift, at.1), "1 0 0 1"),
                };
                let start = self.place(start);
                let mut codes = String::new();
                for letter in font::written(text) {
                    let glyph = font::glyph(letter).0;
                    self.letters.entry(glyph).or_insert(letter);
                    let _ = write!(codes, "{glyph:04X}");
                }
                let ink = numbers(*colour);
                self.say(&format!("BT {ink} rg /F {size} Tf {turn} {start} Tm <{codes}> Tj ET"));
            }
        }
    }

    fn filled(&mut self, fill: Colour, opacity: f64, what: &str) {
        let fill = numbers(fill);
        if opacity >= 1.0 {
            return self.say(&format!("{fill} rg {what}"));
        }
        let known = self.opacities.iter().position(|known| *known == opacity);
        let n = known.unwrap_or_else(|| {
            self.opacities.push(opacity);
            self.opacities.len() - 1
        });
        self.say(&format!("q /G{n} gs {fill} rg {what} Q"));
    }

    /// Four curves that no eye tells from a circle.
    fn circle(&self, (x, y): Point, radius: f64) -> String {
        let bend = 0.5523 * radius;
        let mut path = format!("{} m", self.place((x + radius, y)));
        let (mut across, mut along) = ((1.0, 0.0), (0.0, 1.0));
        for _ in 0..4 {
            let at = |r: f64, b: f64| {
                self.place((x + r * across.0 + b * along.0, y + r * across.1 + b * along.1))
            };
            let (one, two, end) = (at(radius, bend), at(bend, radius), at(0.0, radius));
            let _ = write!(path, " {one} {two} {end} c");
            (across, along) = (along, (-across.0, -across.1));
        }
        path + " h"
    }
}

fn numbers(colour: Colour) -> String {
    colour.parts().map(|part| format!("{part:.3}")).join(" ")
}

fn stroke(pen: &Pen) -> String {
    let dashes: Vec<String> = pen.dashes.iter().map(ToString::to_string).collect();
    format!("{} RG {} w [{}] 0 d", numbers(pen.colour), pen.width, dashes.join(" "))
}
