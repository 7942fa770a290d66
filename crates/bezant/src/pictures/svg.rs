//! A picture as SVG. Words stay words: they can be searched for, and every viewer has some font.

use std::fmt::Write;

use crate::pictures::escape;
use crate::pictures::picture::{Anchor, Colour, Item, Pen, Picture, Point};

impl Picture {
    /// The picture as SVG. It has no scripts, and nothing in it is fetched.
    pub fn to_svg(&self) -> String {
        let Picture { width, height, .. } = self;
        // Writing to a string cannot fail.
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}pt\" height=\"{height}pt\" role=\"img\" \
             stroke-linejoin=\"round\" font-family=\"'DejaVu Sans Condensed', 'Arial Narrow', Helvetica, Arial, sans-serif\">\n\
             <title>{}</title>\n<desc>{}</desc>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
            escape(&self.title),
            escape(&self.about),
            hex(Colour::WHITE),
        );
        for item in &self.items {
            let _ = match item {
                Item::Line { points, pen } => writeln!(
                    out,
                    "<polyline points=\"{}\" fill=\"none\" {}/>",
                    places(points),
                    stroke(pen)
                ),
                Item::Area { corners, fill, opacity, edge } => {
                    let seen = match *opacity < 1.0 {
                        true => format!(" fill-opacity=\"{opacity}\""),
                        false => String::new(),
                    };
                    let edge = edge
                        .as_ref()
                        .map_or_else(String::new, |pen| " ".to_string() + &stroke(pen));
                    let (corners, fill) = (places(corners), hex(*fill));
                    writeln!(out, "<polygon points=\"{corners}\" fill=\"{fill}\"{seen}{edge}/>")
                }
                Item::Disc { centre: (x, y), radius, fill, edge } => writeln!(
                    out,
                    "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius}\" fill=\"{}\" {}/>",
                    hex(*fill),
                    stroke(edge)
                ),
                Item::Text { at: (x, y), text, size, anchor, turned, colour } => {
                    let place = match turned {
                        true => format!("transform=\"translate({x:.2} {y:.2}) rotate(-90)\""),
                        false => format!("x=\"{x:.2}\" y=\"{y:.2}\""),
                    };
                    let anchor = match anchor {
                        Anchor::Start => "",
                        Anchor::Middle => " text-anchor=\"middle\"",
                        Anchor::End => " text-anchor=\"end\"",
                    };
                    let (ink, text) = (hex(*colour), escape(text));
                    writeln!(
                        out,
                        "<text {place} font-size=\"{size}\" fill=\"{ink}\"{anchor}>{text}</text>"
                    )
                }
            };
        }
        out.push_str("</svg>\n");
        out
    }
}

fn hex(colour: Colour) -> String {
    format!("#{:06X}", colour.0)
}

fn places(points: &[Point]) -> String {
    let places: Vec<String> = points.iter().map(|(x, y)| format!("{x:.2},{y:.2}")).collect();
    places.join(" ")
}

fn stroke(pen: &Pen) -> String {
    let dashes: Vec<String> = pen.dashes.iter().map(ToString::to_string).collect();
    let dashes = match dashes.is_empty() {
        true => String::new(),
        false => format!(" stroke-dasharray=\"{}\"", dashes.join(" ")),
    };
    format!("stroke=\"{}\" stroke-width=\"{}\"{dashes}", hex(pen.colour), pen.width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_well_formed_whatever_names_have_in_them() {
        let odd = "a<b>&\"c'\u{1}\u{FFFE}]]>--語";
        let mut picture = Picture::new(40.0, 30.0, odd, odd);
        picture.text((1.0, 2.0), odd, 9.0, Anchor::End);
        picture.turned_text((1.0, 2.0), odd, 9.0);
        picture.line(
            &[(0.0, 0.0), (1.0, 1.0)],
            Pen { dashes: &[1.0, 2.5], ..Pen::new(Colour::INK, 1.0) },
        );
        let svg = picture.to_svg();
        let mut reader = quick_xml::Reader::from_str(&svg);
        let mut n = 0;
        loop {
            match reader.read_event() {
                Ok(quick_xml::events::Event::Eof) => break,
                Ok(_) => n += 1,
                Err(error) => panic!("{error}\n{svg}"),
            }
        }
        assert!(n > 10);
        assert!(
            svg.contains("stroke-dasharray=\"1 2.5\"") && !svg.contains(['\u{1}', '\u{FFFE}']),
            "{svg}"
        );
    }
}
