//! Shapes as dots: how much of each dot a shape covers.

use crate::pictures::picture::Point;

/// Rows of samples in a row of dots. Along a row, what is covered is exact.
const SAMPLES: usize = 8;

/// Dots, three bytes each, row by row.
pub(super) struct Raster {
    pub width: usize,
    pub height: usize,
    pub dots: Vec<u8>,
}

impl Raster {
    /// White.
    pub(super) fn new(width: usize, height: usize) -> Raster {
        Raster { width, height, dots: vec![255; 3 * width * height] }
    }

    /// Fills rings; what winds around a place at all is inside.
    pub(super) fn fill(&mut self, rings: &[Vec<Point>], colour: [f64; 3], opacity: f64) {
        let Some((first, last)) = self.rows(rings) else { return };
        let mut crossings: Vec<Vec<(f64, i32)>> = vec![Vec::new(); (last - first) * SAMPLES];
        for ring in rings {
            let next = ring.iter().cycle().skip(1);
            for (from, to) in ring.iter().zip(next) {
                cross(*from, *to, first, &mut crossings);
            }
        }
        let mut covered = vec![0.0; self.width];
        for (row, samples) in (first..last).zip(crossings.chunks_mut(SAMPLES)) {
            covered.fill(0.0);
            let mut touched = (self.width, 0);
            for sample in samples {
                sample.sort_by(|one, two| one.0.total_cmp(&two.0));
                let mut winding = 0;
                for at in 0..sample.len().saturating_sub(1) {
                    winding += sample[at].1;
                    if winding != 0 {
                        let span = (sample[at].0, sample[at + 1].0);
                        cover(&mut covered, span, &mut touched);
                    }
                }
            }
            let (from, to) = touched;
            for (column, share) in covered.iter().enumerate().take(to).skip(from) {
                self.blend((column, row), colour, opacity * share.min(1.0));
            }
        }
    }

    /// The rows that a shape touches, if it is in the picture.
    fn rows(&self, rings: &[Vec<Point>]) -> Option<(usize, usize)> {
        let ys = || rings.iter().flatten().map(|point| point.1);
        let low = ys().fold(f64::INFINITY, f64::min).floor().max(0.0);
        let high = ys().fold(f64::NEG_INFINITY, f64::max).ceil().min(self.height as f64);
        (low < high).then_some((low as usize, high as usize))
    }

    fn blend(&mut self, (column, row): (usize, usize), colour: [f64; 3], share: f64) {
        let at = 3 * (row * self.width + column);
        for (dot, part) in self.dots[at..at + 3].iter_mut().zip(colour) {
            let mixed = f64::from(*dot) * (1.0 - share) + 255.0 * part * share;
            *dot = mixed.round() as u8;
        }
    }
}

/// Notes where an edge crosses rows of samples, and in which direction.
fn cross(from: Point, to: Point, first: usize, crossings: &mut [Vec<(f64, i32)>]) {
    let (top, bottom, direction) = if from.1 <= to.1 { (from, to, 1) } else { (to, from, -1) };
    let sample = |y: f64| (y - first as f64) * SAMPLES as f64 - 0.5;
    let start = sample(top.1).ceil().max(0.0) as usize;
    let end = (sample(bottom.1).ceil().max(0.0) as usize).min(crossings.len());
    for (at, row) in crossings.iter_mut().enumerate().take(end).skip(start) {
        let y = first as f64 + (at as f64 + 0.5) / SAMPLES as f64;
        let x = top.0 + (bottom.0 - top.0) * (y - top.1) / (bottom.1 - top.1);
        row.push((x, direction));
    }
}

/// Adds a stretch of one row of samples.
fn cover(covered: &mut [f64], (from, to): (f64, f64), touched: &mut (usize, usize)) {
    const WEIGHT: f64 = 1.0 / SAMPLES as f64;
    let (from, to) = (from.max(0.0), to.min(covered.len() as f64));
    if from >= to {
        return;
    }
    let (first, last) = (from as usize, (to.ceil() as usize).min(covered.len()));
    *touched = (touched.0.min(first), touched.1.max(last));
    for (column, share) in covered.iter_mut().enumerate().take(last).skip(first) {
        let (left, right) = (from.max(column as f64), to.min(column as f64 + 1.0));
        *share += WEIGHT * (right - left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(from: f64, to: f64) -> Vec<Point> {
        vec![(from, from), (to, from), (to, to), (from, to)]
    }

    #[test]
    fn dots_are_as_dark_as_they_are_covered() {
        let mut raster = Raster::new(4, 4);
        raster.fill(&[square(0.5, 2.0)], [0.0; 3], 1.0);
        let row = |y: usize| -> Vec<u8> {
            raster.dots[12 * y..12 * y + 12].iter().step_by(3).copied().collect()
        };
        assert_eq!(row(1), [128, 0, 255, 255]);
        assert_eq!(row(0), [191, 128, 255, 255], "a quarter and a half");
        assert_eq!(row(2), [255; 4]);
    }

    #[test]
    fn a_ring_the_other_way_round_is_a_hole_and_what_lies_outside_is_cut() {
        let mut raster = Raster::new(4, 4);
        let mut hole = square(1.0, 3.0);
        hole.reverse();
        raster.fill(&[square(-5.0, 9.0), hole], [0.0; 3], 1.0);
        let light = raster.dots.iter().filter(|dot| **dot == 255).count();
        assert_eq!(light, 3 * 4);
        raster.fill(&[square(40.0, 50.0), Vec::new()], [0.0; 3], 1.0);
    }
}
