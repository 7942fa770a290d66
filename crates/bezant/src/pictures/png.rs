//! A picture as PNG, with the same letters as in PDF.

use flate2::Crc;

use crate::pictures::font;
use crate::pictures::pdf::compressed;
use crate::pictures::picture::{Item, Pen, Picture, Point, before};
use crate::pictures::raster::Raster;

/// Dots in a point: 288 an inch, enough for print and for a slide that the picture fills.
const SCALE: f64 = 4.0;

/// No picture has more dots: what would is drawn coarser.
const MOST_DOTS: f64 = 40e6;

impl Picture {
    /// The picture as PNG, of 288 dots an inch.
    pub fn to_png(&self) -> Vec<u8> {
        let scale = SCALE.min((MOST_DOTS / (self.width * self.height).max(1.0)).sqrt());
        let dots = |units: f64| (units * scale).ceil().max(1.0) as usize;
        let mut raster = Raster::new(dots(self.width), dots(self.height));
        for item in &self.items {
            draw(&mut raster, item, scale);
        }
        let mut rows = Vec::with_capacity(raster.dots.len() + raster.height);
        for row in raster.dots.chunks(3 * raster.width) {
            // As it is: zlib finds the sameness of rows by itself.
            rows.push(0);
            rows.extend(row);
        }
        let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
        let mut header = Vec::new();
        header.extend((raster.width as u32).to_be_bytes());
        header.extend((raster.height as u32).to_be_bytes());
        // Eight bits, red, green and blue, nothing unusual.
        header.extend([8, 2, 0, 0, 0]);
        chunk(&mut out, b"IHDR", &header);
        // Dots in a metre, as the file says it.
        let density = (scale * 72.0 / 0.0254) as u32;
        let mut density = [density.to_be_bytes(), density.to_be_bytes()].concat();
        density.push(1);
        chunk(&mut out, b"pHYs", &density);
        for (name, text) in [("Title", &self.title), ("Description", &self.about)] {
            // Not compressed, in no language.
            let mut said = [name.as_bytes(), &[0; 5]].concat();
            said.extend(text.as_bytes());
            chunk(&mut out, b"iTXt", &said);
        }
        chunk(&mut out, b"IDAT", &compressed(&rows));
        chunk(&mut out, b"IEND", &[]);
        out
    }
}

fn chunk(out: &mut Vec<u8>, name: &[u8; 4], bytes: &[u8]) {
    let length = u32::try_from(bytes.len()).expect("pictures are a few megabytes large");
    out.extend(length.to_be_bytes());
    let mut sum = Crc::new();
    for part in [&name[..], bytes] {
        sum.update(part);
        out.extend(part);
    }
    out.extend(sum.sum().to_be_bytes());
}

fn draw(raster: &mut Raster, item: &Item, scale: f64) {
    match item {
        Item::Line { points, pen } => stroke(raster, &scaled(points, scale), pen, scale),
        Item::Area { corners, fill, opacity, edge } => {
            let mut ring = scaled(corners, scale);
            raster.fill(std::slice::from_ref(&ring), fill.parts(), *opacity);
            if let (Some(pen), Some(first)) = (edge, ring.first().copied()) {
                ring.push(first);
                stroke(raster, &ring, pen, scale);
            }
        }
        Item::Disc { centre, radius, fill, edge } => {
            let centre = (centre.0 * scale, centre.1 * scale);
            let around = |radius: f64| vec![circle(centre, radius * scale)];
            raster.fill(&around(radius + edge.width / 2.0), edge.colour.parts(), 1.0);
            raster.fill(&around(radius - edge.width / 2.0), fill.parts(), 1.0);
        }
        Item::Text { at, text, size, anchor, turned, colour } => {
            let mut along = -before(text, *size, *anchor);
            for letter in font::written(text) {
                let glyph = font::glyph(letter);
                let place = |(x, y): &Point| {
                    let (x, y) = (along + size * x, -size * y);
                    let (x, y) = if *turned { (at.0 + y, at.1 - x) } else { (at.0 + x, at.1 + y) };
                    (scale * x, scale * y)
                };
                let rings: Vec<Vec<Point>> = font::outline(glyph)
                    .iter()
                    .map(|ring| ring.iter().map(place).collect())
                    .collect();
                raster.fill(&rings, colour.parts(), 1.0);
                along += font::advance(glyph) * size / 1000.0;
            }
        }
    }
}

fn scaled(points: &[Point], scale: f64) -> Vec<Point> {
    points.iter().map(|(x, y)| (x * scale, y * scale)).collect()
}

fn circle((x, y): Point, radius: f64) -> Vec<Point> {
    const CORNERS: u32 = 32;
    let corner = |n: u32| {
        let turn = std::f64::consts::TAU * f64::from(n) / f64::from(CORNERS);
        (x + radius * turn.cos(), y + radius * turn.sin())
    };
    (0..CORNERS).map(corner).collect()
}

/// Draws a line piece by piece, with round corners.
fn stroke(raster: &mut Raster, points: &[Point], pen: &Pen, scale: f64) {
    let (half, colour) = (pen.width * scale / 2.0, pen.colour.parts());
    let mut pieces = Vec::new();
    match pen.dashes.is_empty() {
        true => pieces.push(points.to_vec()),
        false => dashed(points, pen.dashes, scale, &mut pieces),
    }
    for piece in pieces {
        let mut rings: Vec<Vec<Point>> = Vec::new();
        for (from, to) in piece.iter().zip(piece.iter().skip(1)) {
            rings.extend(bar(*from, *to, half));
        }
        let inner = piece.len().saturating_sub(2);
        rings.extend(piece.iter().skip(1).take(inner).map(|corner| circle(*corner, half)));
        raster.fill(&rings, colour, 1.0);
    }
}

/// A straight piece with its width, wound as a [`circle`] is: shapes that lie over each other must
/// not cancel each other out.
fn bar(from: Point, to: Point, half: f64) -> Option<Vec<Point>> {
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    let length = across.hypot(down);
    if length < 1e-9 {
        return None;
    }
    let (x, y) = (half * across / length, half * down / length);
    Some(vec![
        (from.0 + y, from.1 - x),
        (to.0 + y, to.1 - x),
        (to.0 - y, to.1 + x),
        (from.0 - y, from.1 + x),
    ])
}

/// Cuts a line into dashes.
fn dashed(points: &[Point], dashes: &[f64], scale: f64, pieces: &mut Vec<Vec<Point>>) {
    let mut lengths = dashes.iter().cycle().map(|length| length * scale);
    let mut left = lengths.next().unwrap_or(f64::INFINITY);
    let mut is_drawn = true;
    let mut piece: Vec<Point> = points.first().copied().into_iter().collect();
    for (from, to) in points.iter().zip(points.iter().skip(1)) {
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let mut done = 0.0;
        while done + left < length {
            done += left;
            let share = done / length;
            let place = (from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1));
            piece.push(place);
            if is_drawn {
                pieces.push(std::mem::take(&mut piece));
            }
            piece = vec![place];
            is_drawn = !is_drawn;
            left = lengths.next().unwrap_or(f64::INFINITY);
        }
        left -= length - done;
        piece.push(*to);
    }
    if is_drawn {
        pieces.push(piece);
    }
}
