//! Whether a drawing is one that can be read: nothing runs through letters, all is on the paper.

use crate::pictures::sketch::svg::tip;
use crate::pictures::sketch::{Shape, Sketch, Spot};

/// Left, top, right, bottom.
type Rect = [i32; 4];

/// The first thing that is wrong with a drawing: a line or an arrow through a text, a text or frame on
/// another text, something beyond the paper.
pub(in crate::pictures) fn fault(sketch: &Sketch) -> Option<String> {
    let mut texts: Vec<(Rect, &str)> = Vec::new();
    let mut pieces: Vec<(Spot, Spot)> = Vec::new();
    for shape in &sketch.shapes {
        match shape {
            Shape::Text { middle, base, width, text, kind, .. } => {
                let (left, top) = (middle - width / 2, base - kind.above());
                texts.push(([left, top, left + width, base + kind.below()], text));
            }
            Shape::Line { spots, .. } => {
                pieces.extend(spots.windows(2).map(|pair| (pair[0], pair[1])));
            }
            Shape::Tip { at, way, .. } => {
                let [a, b, c] = tip(*at, *way);
                pieces.extend([(a, b), (b, c), (c, a)]);
            }
            Shape::Frame { left, top, width, height, .. } => {
                let (right, bottom) = (left + width, top + height);
                let corners = [(*left, *top), (right, *top), (right, bottom), (*left, bottom)];
                pieces.extend((0..4).map(|at| (corners[at], corners[(at + 1) % 4])));
            }
        }
    }
    let inside = |[left, top, right, bottom]: Rect| {
        0 <= left && 0 <= top && right <= sketch.width && bottom <= sketch.height
    };
    for (rect, text) in &texts {
        if !inside(*rect) {
            return Some(format!(
                "{text} at {rect:?} is beyond {} x {}",
                sketch.width, sketch.height
            ));
        }
        if let Some(piece) = pieces.iter().find(|piece| runs_through(**piece, *rect)) {
            return Some(format!("{piece:?} runs through {text} at {rect:?}"));
        }
    }
    for (from, to) in &pieces {
        let rect = [from.0.min(to.0), from.1.min(to.1), from.0.max(to.0), from.1.max(to.1)];
        if !inside(rect) {
            return Some(format!(
                "{from:?} to {to:?} is beyond {} x {}",
                sketch.width, sketch.height
            ));
        }
    }
    texts.sort();
    for (at, (one, text)) in texts.iter().enumerate() {
        let near = texts[at + 1..].iter().take_while(|(two, _)| two[0] < one[2]);
        if let Some((two, other)) =
            near.into_iter().find(|(two, _)| one[1] < two[3] && two[1] < one[3])
        {
            return Some(format!("{text} at {one:?} is on {other} at {two:?}"));
        }
    }
    None
}

/// Whether a piece of a line touches the inside of a rectangle.
fn runs_through((from, to): (Spot, Spot), [left, top, right, bottom]: Rect) -> bool {
    let (mut enter, mut leave) = (0.0f64, 1.0f64);
    let way = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let sides = [
        (-way.0, f64::from(from.0 - left)),
        (way.0, f64::from(right - from.0)),
        (-way.1, f64::from(from.1 - top)),
        (way.1, f64::from(bottom - from.1)),
    ];
    for (speed, room) in sides {
        if speed == 0.0 {
            if room <= 0.0 {
                return false;
            }
        } else if speed < 0.0 {
            enter = enter.max(room / speed);
        } else {
            leave = leave.min(room / speed);
        }
    }
    enter < leave
}

#[test]
fn what_runs_through_is_found() {
    let rect = [10, 10, 20, 20];
    assert!(runs_through(((0, 15), (30, 15)), rect));
    assert!(runs_through(((15, 0), (15, 11)), rect));
    assert!(runs_through(((0, 0), (30, 30)), rect));
    assert!(!runs_through(((0, 10), (30, 10)), rect), "along the edge");
    assert!(!runs_through(((0, 15), (10, 15)), rect), "up to it");
    assert!(!runs_through(((0, 15), (15, 35)), rect));
}
