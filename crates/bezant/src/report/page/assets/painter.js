"use strict";
// Paints drawings that were laid out already: lines, arrow ends, frames and texts, each with a mark.
// It knows nothing of trees or dependencies.

const SVG = "http://www.w3.org/2000/svg";
// Tenths of a point.
const ROUND = 40;
const TIP = [50, 24];

function svgElement(name, attributes, parent) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (parent) parent.append(made);
  return made;
}

const spot = (x, y) => `${x / 10},${y / 10}`;

/** The corners of a line, with round turns at right angles. */
function linePath(spots) {
  let path = "";
  for (let at = 0; at < spots.length; at++) {
    const [x, y] = spots[at];
    if (at === 0) { path += "M" + spot(x, y); continue; }
    if (at + 1 < spots.length) {
      const before = [spots[at - 1][0] - x, spots[at - 1][1] - y];
      const after = [spots[at + 1][0] - x, spots[at + 1][1] - y];
      const square = (before[0] === 0 && after[1] === 0) || (before[1] === 0 && after[0] === 0);
      const long = ([a, b]) => Math.abs(a) + Math.abs(b);
      const radius = Math.min(ROUND, Math.trunc(long(before) / 2), Math.trunc(long(after) / 2));
      if (square && radius > 0) {
        const near = ([a, b]) => spot(x + Math.sign(a) * radius, y + Math.sign(b) * radius);
        path += `L${near(before)}Q${spot(x, y)} ${near(after)}`;
        continue;
      }
    }
    path += "L" + spot(x, y);
  }
  return path;
}

function tipCorners(x, y, way) {
  const [long, half] = TIP;
  if (way === "Down") return [[x, y], [x - half, y - long], [x + half, y - long]];
  if (way === "Up") return [[x, y], [x - half, y + long], [x + half, y + long]];
  if (way === "Left") return [[x, y], [x + long, y - half], [x + long, y + half]];
  return [[x, y], [x - long, y - half], [x - long, y + half]];
}

function pairs(numbers) {
  const found = [];
  for (let at = 0; at + 1 < numbers.length; at += 2) found.push([numbers[at], numbers[at + 1]]);
  return found;
}

/** A drawing as an element. */
function paint(sketch, key, title) {
  const [width, height] = [sketch.w / 10, sketch.h / 10];
  const svg = svgElement("svg", {
    class: "bezant", viewBox: `0 0 ${width} ${height}`, width: `${width}pt`, height: `${height}pt`, role: "img",
    "font-family": "'DejaVu Sans Condensed', Arial, Helvetica, sans-serif",
  });
  svgElement("title", {}, svg).textContent = title.replace(/[\u202a-\u202e\u2066-\u2069]/g, "");
  const lines = svgElement("g", { class: "lines", fill: "none", "stroke-linejoin": "round" }, svg);
  const tips = svgElement("g", { class: "tips" }, svg);
  const texts = svgElement("g", { class: "texts", "text-anchor": "middle" }, svg);
  key.marks.forEach((mark, number) => {
    let path = "", ends = "";
    for (const shape of sketch.s) {
      if (shape[1] !== number) continue;
      if (shape[0] === 0) path += linePath(pairs(shape.slice(2)));
      if (shape[0] === 2) {
        const [left, top, wide, high] = shape.slice(2);
        path += `M${spot(left, top)}L${spot(left + wide, top)}L${spot(left + wide, top + high)}L${spot(left, top + high)}Z`;
      }
      if (shape[0] === 1) {
        const corners = tipCorners(shape[2], shape[3], key.ways[shape[4]]);
        ends += `M${corners.map(([x, y]) => spot(x, y)).join("L")}Z`;
      }
    }
    if (path) {
      const look = { class: mark.name, "stroke-width": mark.width, d: path };
      if (mark.dashes.length) look["stroke-dasharray"] = mark.dashes.join(" ");
      svgElement("path", look, lines);
      if (mark.double) svgElement("path", { class: "inner", "stroke-width": mark.width / 3, d: path }, lines);
    }
    if (ends) svgElement("path", { class: mark.name, d: ends }, tips);
  });
  for (const shape of sketch.s) {
    if (shape[0] !== 3) continue;
    const [, mark, middle, base, wide, kind, text] = shape;
    if (!sketch.t[text]) continue;
    const { name, size } = key.kinds[kind];
    svgElement("text", {
      class: `${name} ${key.marks[mark].name}`, x: middle / 10, y: base / 10, "font-size": size,
      textLength: wide / 10, lengthAdjust: "spacingAndGlyphs",
    }, texts).textContent = sketch.t[text];
  }
  return svg;
}

/** The same as a file of its own, with its style in it. */
function svgFile(sketch, key, style, title) {
  const svg = paint(sketch, key, title);
  const look = document.createElementNS(SVG, "style");
  look.textContent = style;
  const paper = svgElement("rect", { class: "paper", width: "100%", height: "100%" });
  svg.prepend(look, paper);
  svg.setAttribute("xmlns", SVG);
  return new XMLSerializer().serializeToString(svg);
}

const TEX = { "\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", "$": "\\$", "&": "\\&", "#": "\\#", "%": "\\%",
  "_": "\\_", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}", "<": "\\textless{}", ">": "\\textgreater{}",
  "|": "\\textbar{}", "\"": "{\\char34}", "`": "{\\char96}", "—": "---", "–": "--", "−": "$-$", "×": "$\\times$", "≤": "$\\leq$", "≥": "$\\geq$",
  "→": "$\\to$", "⇒": "$\\Rightarrow$", "·": "$\\cdot$", "κ": "$\\kappa$", "∅": "$\\emptyset$", "…": "\\dots{}", "\ufffd": "?" };
/** Text as it may stand in LaTeX; hyphens and quotation marks beside each other stay two. */
const inTex = (text) => [...text].map((letter, at, all) => TEX[letter] || (/[-',]/.test(letter) && all[at + 1] === letter ? `${letter}{}` : letter)).join("");

/** What must be said of letters that the old fonts do not have. */
function engine(tex) {
  const others = [...new Set(tex)].filter((letter) => letter > "\u017f");
  if (others.length) return ["% needs XeLaTeX or LuaLaTeX, and a font that has " + others.slice(0, 20).join("")];
  return /[\u00a0-\u017f]/.test(tex) ? ["% \\usepackage[T1]{fontenc}"] : [];
}

/** The same for a paper: a tikzpicture with the places of this drawing. */
function tikz(sketch, key) {
  const at = (x, y) => `(${x / 10}pt,${-y / 10}pt)`;
  const colours = { aside: "black!45", matched: "black!75", highlighted: "teal!80!black", missing: "orange!75!black",
    extra: "blue!65!black", crossing: "magenta!65!black" };
  const out = ["% \\usepackage{tikz}", "\\begin{tikzpicture}[x=1pt,y=1pt,line join=round]"];
  for (const shape of sketch.s) {
    const mark = key.marks[shape[1]];
    const dashes = mark.dashes.map((n, i) => `${i % 2 ? "off" : "on"} ${n}pt`).join(" ");
    const look = [colours[mark.name] || "black", `line width=${mark.width}pt`];
    if (dashes) look.push(`dash pattern=${dashes}`);
    if (mark.double) look.push(`double`, `line width=${(mark.width / 3).toFixed(2)}pt`);
    if (shape[0] === 0) {
      const corners = pairs(shape.slice(2)).map(([x, y]) => at(x, y));
      out.push(`\\draw[${look.join(",")},rounded corners=4pt] ${corners.join(" -- ")};`);
    } else if (shape[0] === 1) {
      const corners = tipCorners(shape[2], shape[3], key.ways[shape[4]]);
      out.push(`\\fill[${look[0]}] ${corners.map(([x, y]) => at(x, y)).join(" -- ")} -- cycle;`);
    } else if (shape[0] === 2) {
      const [left, top, wide, high] = shape.slice(2);
      out.push(`\\draw[${look.join(",")}] ${at(left, top)} rectangle ${at(left + wide, top + high)};`);
    } else if (sketch.t[shape[6]]) {
      const { size } = key.kinds[shape[5]];
      const colour = mark.name === "matched" ? "black" : look[0];
      out.push(`\\node[${colour},anchor=base,inner sep=0pt,font=\\sffamily\\fontsize{${size}}{${size}}\\selectfont] at ${at(shape[2], shape[3])} {${inTex(sketch.t[shape[6]])}};`);
    }
  }
  return engine(out.join("\n")).concat(out, "\\end{tikzpicture}", "").join("\n");
}
