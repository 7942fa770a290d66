//! What lines and marks look like, so that a dozen of them can be told apart in any print.

use crate::pictures::font;
use crate::pictures::picture::{Anchor, Colour, Item, Pen, Picture, Point};

/// Size of all words.
pub(super) const LETTERS: f64 = 9.0;

/// From the line that letters stand on to the middle of small ones.
pub(super) const HALF_LETTER: f64 = 3.2;

/// Colours that people with any kind of colour vision tell apart (Okabe and Ito 2008).
const COLOURS: [Colour; 7] = [
    Colour(0x0072B2),
    Colour(0xD55E00),
    Colour(0x009E73),
    Colour(0xCC79A7),
    Colour(0x000000),
    Colour(0xE69F00),
    Colour(0x56B4E9),
];

/// Dashes, so that lines differ in print without colour too.
const DASHES: [&[f64]; 4] = [&[], &[5.0, 2.0], &[1.5, 1.8], &[6.0, 2.0, 1.5, 2.0]];

/// Forms of marks; beyond them they are hollow.
const FORMS: usize = 7;

/// The colour of the line with this number.
pub(super) fn colour(at: usize) -> Colour {
    // The second line of a form has another colour, too.
    COLOURS[(at + 3 * (at / FORMS)) % COLOURS.len()]
}

/// The line with this number.
pub(super) fn pen(at: usize) -> Pen {
    Pen { colour: colour(at), width: 1.3, dashes: DASHES[at % DASHES.len()] }
}

/// A mark on the line with this number; its form says which.
pub(super) fn mark(picture: &mut Picture, at: usize, (x, y): Point) {
    let colour = colour(at);
    let is_hollow = (at / FORMS) % 2 == 1;
    let fill = if is_hollow { Colour::WHITE } else { colour };
    let edge = Pen::new(colour, 0.9);
    let corners: &[Point] = match at % FORMS {
        0 => {
            picture.items.push(Item::Disc { centre: (x, y), radius: 2.3, fill, edge });
            return;
        }
        1 => &[(-2.1, -2.1), (2.1, -2.1), (2.1, 2.1), (-2.1, 2.1)],
        2 => &[(0.0, -2.9), (2.7, 1.9), (-2.7, 1.9)],
        3 => &[(0.0, -3.1), (2.5, 0.0), (0.0, 3.1), (-2.5, 0.0)],
        4 => &[(0.0, 2.9), (-2.7, -1.9), (2.7, -1.9)],
        5 => &[(-3.2, -1.2), (3.2, -1.2), (3.2, 1.2), (-3.2, 1.2)],
        _ => &[
            (-1.0, -3.0),
            (1.0, -3.0),
            (1.0, -1.0),
            (3.0, -1.0),
            (3.0, 1.0),
            (1.0, 1.0),
            (1.0, 3.0),
            (-1.0, 3.0),
            (-1.0, 1.0),
            (-3.0, 1.0),
            (-3.0, -1.0),
            (-1.0, -1.0),
        ],
    };
    let corners = corners.iter().map(|(across, down)| (x + across, y + down)).collect();
    picture.items.push(Item::Area { corners, fill, opacity: 1.0, edge: Some(edge) });
}

/// How wide names may be; longer ones are clipped.
const WIDEST_NAME: f64 = 130.0;
const SAMPLE: f64 = 22.0;
const LINE: f64 = 14.0;

/// How wide a legend of these names is, with the gap before it.
pub(super) fn legend_width<'n>(names: impl Iterator<Item = &'n str>) -> f64 {
    let widest = names.map(|name| font::width(name, LETTERS)).fold(0.0, f64::max);
    widest.min(WIDEST_NAME) + SAMPLE + 22.0
}

/// How high one of so many names is.
pub(super) fn legend_height(names: usize) -> f64 {
    LINE * names as f64
}

/// One line a name, from a place on down.
pub(super) fn legend<'n>(
    picture: &mut Picture,
    (x, y): Point,
    names: impl Iterator<Item = &'n str>,
) {
    for (at, name) in names.enumerate() {
        let y = y + LINE * (at as f64 + 0.5);
        picture.line(&[(x, y), (x + SAMPLE, y)], pen(at));
        mark(picture, at, (x + SAMPLE / 2.0, y));
        let name = font::clipped(name, LETTERS, WIDEST_NAME);
        picture.text((x + SAMPLE + 5.0, y + HALF_LETTER), &name, LETTERS, Anchor::Start);
    }
}
