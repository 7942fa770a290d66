// The page's own behaviour: sorting, lists of sentences behind numbers, drawings, links to all of it.
// Whatever comes from files enters the page as text, never as markup.

const KEY = JSON.parse(document.getElementById("key").textContent);
const live = document.getElementById("live");
const canUnpack = typeof DecompressionStream === "function";
const MOST_LISTED = 50;

// Marks that turn the direction of writing would turn what stands around them.
const straight = (text) => String(text).replace(/[\u202a-\u202e\u2066-\u2069]/g, "");

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "text") made.textContent = straight(value);
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

async function unpack(id) {
  const holder = document.getElementById(id);
  const letters = atob(holder.textContent);
  holder.textContent = "";
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Files on disk are not always allowed to; the old way is.
    const area = element("textarea", { class: "unseen" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    button.focus();
  }
  document.documentElement.dataset.copied = text;
  live.textContent = "copied";
  const before = button.textContent;
  button.textContent = "copied";
  setTimeout(() => { button.textContent = before; }, 1200);
}

// ---- tables

function cellsOf(table) {
  const text = (cell) => (cell.querySelector(".sort") || cell).textContent.trim();
  return [...table.rows].map((row) => [...row.cells].filter((cell) => !cell.classList.contains("plot")).map(text));
}

function csv(table) {
  const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return cellsOf(table).map((row) => row.map(quoted).join(",")).join("\n") + "\n";
}

function latexTable(table) {
  const [head, ...rows] = cellsOf(table);
  const line = (row) => `${row.map(inTex).join(" & ")} \\\\`;
  const columns = [...table.rows[0].cells].filter((cell) => !cell.classList.contains("plot"));
  const shape = columns.map((cell) => (cell.classList.contains("n") ? "r" : "l")).join("");
  return [...engine([head, ...rows].map(line).join("\n")), "% \\usepackage{booktabs}", `\\begin{tabular}{${shape}}`, "\\toprule", line(head), "\\midrule", ...rows.map(line),
    "\\bottomrule", "\\end{tabular}", ""].join("\n");
}

function sortBy(table, column) {
  const heads = [...table.tHead.rows[0].cells];
  const was = heads[column].getAttribute("aria-sort");
  const numeric = heads[column].classList.contains("n");
  const way = was === "descending" ? "ascending" : was === "ascending" ? "descending" : numeric ? "descending" : "ascending";
  heads.forEach((head) => head.removeAttribute("aria-sort"));
  heads[column].setAttribute("aria-sort", way);
  const value = (row) => {
    const cell = row.cells[column];
    return cell.dataset.v === undefined ? cell.textContent.trim() : Number(cell.dataset.v);
  };
  const rows = [...table.tBodies[0].rows].map((row) => [value(row), row]);
  rows.sort(([one], [two]) => {
    const ones = typeof one === "number", twos = typeof two === "number";
    // What has no value comes last either way.
    if (ones !== twos) return ones ? -1 : 1;
    const order = ones ? one - two : one.localeCompare(two, "en");
    return way === "ascending" ? order : -order;
  });
  const folded = table.tBodies[0].querySelectorAll("tr.more").length;
  rows.forEach(([, row], at) => {
    row.classList.toggle("more", folded > 0 && at >= rows.length - folded);
    table.tBodies[0].append(row);
  });
  live.textContent = `sorted by ${heads[column].querySelector(".sort").textContent}, ${way}`;
}

for (const table of document.querySelectorAll("table[data-name]")) {
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const label = head.querySelector("span.sort");
    if (!label) return;
    label.replaceWith(element("button", { class: "sort", type: "button", text: label.textContent, onclick: () => sortBy(table, column) }));
  });
  const tools = element("p", { class: "tools" });
  const n = table.querySelectorAll("tr.more").length;
  if (n) {
    const all = element("button", { type: "button", text: `all ${table.tBodies[0].rows.length} rows`, onclick: () => {
      table.classList.toggle("whole");
      all.textContent = table.classList.contains("whole") ? "fewer rows" : `all ${table.tBodies[0].rows.length} rows`;
    } });
    tools.append(all);
  }
  for (const [name, made] of [["CSV", csv], ["LaTeX", latexTable]]) {
    tools.append(element("button", { type: "button", text: `copy as ${name}`, onclick: (event) => copy(made(table), event.target) }));
  }
  table.closest(".wide").after(tools);
}

// ---- what a column means

const about = document.getElementById("about");
document.addEventListener("click", (event) => {
  const link = event.target.closest("a.what");
  if (!link) return;
  const term = document.getElementById(decodeURIComponent(link.hash.slice(1))) || document.getElementById(link.hash.slice(1));
  if (!term) return;
  event.preventDefault();
  about.querySelector("h2").textContent = term.textContent;
  about.querySelector("p").textContent = term.nextElementSibling.textContent;
  about.showModal();
});

// ---- sentences

/** "1 error", "2 errors". */
const numberOf = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;

const KINDS = [["errors", "wrong in any way"], ["missing", "missing"], ["extra", "extra"], ["right", "right"], ["gold", "in gold"], ["system", "in the system"], ["about", "brackets or heads they are about"], ["skipped", "skipped"], ["any", "all there are"]];
// Where pairs stay or go, what is wrong is what went, or whoever says something else.
const STAYING_KINDS = { errors: "went, or says otherwise", right: "stays, or agrees" };
const ORDERS = [["worst", "worst first"], ["most", "most in this cell first"], ["number", "in order"], ["longest", "longest first"], ["gap", "largest difference first"]];
/** A row of a table of what is taken for what, in words. */
const namedRow = (row) => (/^—:/.test(row) ? `only in the system: ${row.slice(2)}` : row.replace(/:—$/, " only in gold"));
// What gold has is the same for all systems; what they made of it adds up.
const SHARED = ["gold", "any"];
/** How two systems are held against each other. */
const THAN = [["wrong", "and wrong in"], ["better", "better than in"], ["other", "other than in"], ["same", "the same as in"]];
/** Why a sentence has no score, if it has none. */
const whySkipped = (own) => (own && typeof own[0] === "string" ? own[0] : null);
const isScored = (own) => Array.isArray(own) && whySkipped(own) === null;
/** Counts as they are; parts with a few digits, and what has more digits than can be told as powers. */
const shownCount = (n) => (Number.isInteger(n) ? (n < 1e15 ? String(n) : n.toExponential(3)) : String(Number(n.toFixed(3))));
const shownScore = (score) => (score === null ? "—" : (100 * score).toFixed(1));
const shownGap = (gap) => (gap < 0 ? "−" : "+") + Math.abs(100 * gap).toFixed(1);

/** What is said of an error: the words keep their own direction, what is said of them ours. */
function isolated(side, text) {
  const at = side === "class" ? text.lastIndexOf(": ") : -1;
  if (at < 0) return [element("bdi", { text })];
  return [element("bdi", { text: text.slice(0, at) }), element("span", { text: text.slice(at) })];
}

class Explorer {
  constructor(holder) {
    this.holder = holder;
    this.name = holder.dataset.section;
    this.pieces = new Map();
    this.state = this.nothing();
    this.ready = this.open();
  }

  nothing() {
    return { table: "all", row: "all", system: "any", kind: "errors", skipped: "", q: "", by: "length", from: "", to: "", right: "", than: "wrong", wrong: "", order: "worst", sentence: null };
  }

  async open() {
    if (!canUnpack) {
      this.holder.append(element("p", { class: "note", text: "This browser cannot unpack the sentences of this page; the tables are all here." }));
      return;
    }
    const data = await unpack(`data-${this.name}`);
    this.data = data;
    this.thing = data.pairs ? "pair" : "sentence";
    this.rows = data.rows.map(([number, n, length, text, of, id, depth], at) => ({ at, number, n, length, depth, text, of, id: id || "", lower: `${text} ${id || ""}`.toLowerCase() }));
    this.look();
    this.build();
    this.show();
  }

  /** What the tables tell apart, and whether anything was skipped. */
  look() {
    this.shapes = {};
    this.skips = false;
    // What scores count differs from one to the other; rows of other tables are alike.
    const shapes = this.data.cells.map(([table, row]) => (this.shapes[table === "score" ? `score/${row}` : table] ||= { extra: false, right: false }));
    for (const { of } of this.rows) {
      for (const own of of) {
        if (whySkipped(own) !== null) this.skips = true;
        if (!own) continue;
        const cells = own[2];
        for (let at = 0; at < cells.length; at += 4) {
          const shape = shapes[cells[at]];
          shape.extra ||= cells[at + 2] > 0;
          shape.right ||= cells[at + 3] > 0;
        }
      }
    }
  }

  /** In which ways something can be counted in a table: no class of errors is missing or extra. */
  kinds(table, row) {
    if (table === "all") return ["errors", "right", ...(this.skips ? ["skipped"] : []), "any"];
    if (table === "classes") return ["errors", "about"];
    const shape = this.shapes[table === "score" ? `score/${row}` : table] || {};
    if (shape.extra) return ["errors", "missing", "extra", "right", "gold", "system", "any"];
    return shape.right ? ["errors", "right", "any"] : ["errors"];
  }

  build() {
    const { systems, cells, hidden } = this.data;
    const id = (what) => `${this.name}-${what}`;
    const change = (key) => (event) => { this.go({ ...this.state, [key]: event.target.value, sentence: null }); };
    const select = (key, label, options) => {
      const made = element("select", { id: id(key), onchange: change(key) });
      for (const [value, text] of options) made.append(element("option", { value, text }));
      return element("label", { for: id(key) }, element("span", { text: label }), made);
    };
    const input = (key, label, more) => element("label", { for: id(key) }, element("span", { text: label }),
      element("input", { id: id(key), autocomplete: "off", oninput: change(key), ...more }));
    const named = systems.map((name) => [name, name]);
    const cell = element("select", { id: id("cell"), onchange: (event) => {
      const [table, row] = /\d/.test(event.target.value) ? cells[Number(event.target.value)] : ["all", "all"];
      const { kind } = this.state;
      const stays = this.kinds(table, row).includes(kind) && (table === "all" || kind !== "any");
      this.go({ ...this.state, table, row, kind: stays ? kind : "errors", sentence: null });
    } }, element("option", { value: "", text: "anything" }), element("option", { value: "other", hidden: true }));
    const tables = [...new Set(cells.map(([table]) => table))];
    for (const table of tables) {
      const group = element("optgroup", { label: table.replaceAll("_", " ") });
      const own = cells.map(([name, row], at) => [name, row, at]).filter(([name]) => name === table);
      own.sort(([, one], [, two]) => one.localeCompare(two, "en", { numeric: true }));
      for (const [, row, at] of own) group.append(element("option", { value: at, text: namedRow(row) }));
      cell.append(group);
    }
    const filters = element("form", { class: "filters", role: "search", "aria-label": `${this.thing}s of ${this.name}`, onsubmit: (event) => event.preventDefault() });
    if (!hidden) filters.append(input("q", "text", { type: "search", placeholder: "words ( / )" }));
    filters.append(select("system", "system", [["any", "any system"], ...named]));
    if (cells.length) filters.append(element("label", { for: id("cell") }, element("span", { text: "what" }), cell));
    filters.append(select("kind", "how", KINDS));
    if (this.skips) filters.append(select("skipped", "what was skipped", [["", "is left out"], ["too", "counts as missed"]]));
    filters.append(input("from", `${this.data.unit}s from`, { type: "number", min: 0, class: "short" }), input("to", "to", { type: "number", min: 0, class: "short" }));
    if (systems.length > 1) {
      filters.append(element("div", { class: "group" }, select("right", "right in", [["", "—"], ...named]), select("than", "compared", THAN), select("wrong", "the other", [["", "—"], ...named])));
    }
    filters.append(select("order", "order", ORDERS));
    filters.append(element("button", { type: "button", text: "clear", onclick: () => this.go(this.nothing()) }));
    this.count = element("p", { class: "count", role: "status" });
    this.list = element("ol", { class: "sentences", "aria-label": `${this.thing}s` });
    this.view = element("div", { class: "view", tabindex: -1, role: "region", "aria-label": this.thing, hidden: true });
    this.holder.append(element("h3", { text: this.data.pairs ? "Pairs" : "Sentences" }), filters, this.count, element("div", { class: "beside" }, this.list, this.view));
    this.limit = MOST_LISTED;
  }

  /** How much of a sentence is meant by the cell and the kind; nothing if it is not. */
  facts(row, system) {
    const own = row.of[system];
    const { table, kind, skipped } = this.state;
    if (!own) return 0;
    const isOut = whySkipped(own) !== null;
    if (table === "all") {
      if (isOut) return ["any", "skipped"].includes(kind) || (skipped && kind === "errors") ? 1 : 0;
      return { any: 1, right: own[1] === 0 ? 1 : 0, skipped: 0 }[kind] ?? own[1];
    }
    // What they have by themselves, such as a class of errors, is noted of those that have no score, too.
    if (isOut && !skipped && ["score", "sizes"].includes(table)) return 0;
    const [missing, extra, right, less] = this.noted(own);
    if (table === "classes") return kind === "about" ? right : missing;
    return { errors: missing + extra, missing, extra, right, gold: missing + right, system: extra + right - less, any: missing + extra + right }[kind] || 0;
  }

  /** What is noted of a sentence in the cells that are meant: missing, extra and right, and how many more are right than the system has. */
  noted(own) {
    const sums = [0, 0, 0, 0];
    const cells = own[2];
    for (let at = 0; at < cells.length; at += 4) {
      if (!this.meant.has(cells[at])) continue;
      const [missing, extra, right] = cells.slice(at + 1, at + 4);
      sums[0] += missing;
      sums[extra < 0 ? 3 : 1] += Math.abs(extra);
      sums[2] += right;
    }
    return sums;
  }

  /** The cells that an address means: one, or all sizes up to one. */
  cellsOf({ table, row }) {
    const found = new Set();
    const sizes = table === "sizes" && /^(?:all|(\d+)-(\d+))$/.exec(row);
    const [from, to] = sizes && sizes[1] ? [Number(sizes[1]), Number(sizes[2])] : [0, Infinity];
    this.data.cells.forEach(([known, name], at) => {
      if (known === table && (sizes ? Number(name) >= from && Number(name) <= to : name === row)) found.add(at);
    });
    return found;
  }

  /** Whether the score that is looked at is a number of what should not be there, as of crossing brackets. */
  isCount() {
    const { table, row } = this.state;
    return table === "score" && !(this.shapes[`score/${row}`] || {}).right;
  }

  /** By what a sentence is better or worse than others: the score that is looked at, or the main one. */
  scoreOf(row, system) {
    const own = row.of[system];
    if (!own) return null;
    const { table, kind, skipped } = this.state;
    if (whySkipped(own) !== null && !(skipped && table === "score")) return null;
    if (table !== "score" || this.data.pairs) return own[0];
    const [missing, extra, right] = this.noted(own);
    if (this.isCount()) return -missing - extra;
    const isPart = kind === "missing" || !this.shapes[`score/${this.state.row}`].extra;
    const all = kind === "extra" ? right + extra : isPart ? right + missing : right + (missing + extra) / 2;
    return all > 0 ? right / all : null;
  }

  found() {
    const { systems } = this.data;
    const state = this.state;
    this.meant = this.cellsOf(state);
    const of = state.system === "any" ? systems.map((_, at) => at) : [systems.indexOf(state.system)];
    const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
    const [right, wrong] = [state.right, state.wrong].map((name) => systems.indexOf(name));
    const errors = (row, system) => (isScored(row.of[system]) ? row.of[system][1] : Infinity);
    const size = (row) => (state.by === "depth" ? row.depth : row.length);
    const found = [];
    for (const row of this.rows) {
      if (state.from !== "" && size(row) < Number(state.from)) continue;
      if (state.to !== "" && size(row) > Number(state.to)) continue;
      if (!words.every((word) => row.lower.includes(word))) continue;
      const than = state.than !== "wrong" && right >= 0 && wrong >= 0;
      const scoreOf = (system) => this.scoreOf(row, system);
      if (than) {
        // What counts as missed is worse than any score.
        const missed = (system) => (state.skipped && whySkipped(row.of[system]) !== null ? -1 : null);
        const [ours, theirs] = [right, wrong].map((system) => scoreOf(system) ?? missed(system));
        if (ours === null || theirs === null) continue;
        const apart = ours - theirs;
        // Sums of parts differ in their last digits.
        if (!{ better: apart > 1e-9, other: Math.abs(apart) > 1e-9, same: Math.abs(apart) <= 1e-9 }[state.than]) continue;
      } else if (right >= 0 && errors(row, right) !== 0) continue;
      else if (wrong >= 0 && !(errors(row, wrong) > 0)) continue;
      // Between the two that are chosen, or the best and the worst.
      const ends = right >= 0 && wrong >= 0 ? [right, wrong] : this.apart(row);
      const gap = ends ? (scoreOf(ends[0]) ?? 0) - (scoreOf(ends[1]) ?? 0) : 0;
      // The system that is worst stands for all; what they have is summed.
      let best = null, sum = 0;
      const chosen = right >= 0 || wrong >= 0 ? (state.system === "any" ? [wrong >= 0 ? wrong : right] : of) : of;
      for (const system of chosen) {
        if (system < 0) continue;
        const facts = than || (right >= 0 && wrong < 0 && state.table === "all") ? 1 : this.facts(row, system);
        if (facts === 0) continue;
        sum = SHARED.includes(state.kind) ? Math.max(sum, facts) : sum + facts;
        const score = scoreOf(system);
        if (!best || (score ?? 2) < (best.score ?? 2)) best = { row, system, score, gap, ends };
      }
      if (best) found.push({ ...best, facts: sum });
    }
    const order = {
      gap: (a, b) => (state.than === "other" ? Math.abs(b.gap) - Math.abs(a.gap) : b.gap - a.gap),
      worst: (a, b) => (a.score ?? 2) - (b.score ?? 2) || errors(b.row, b.system) - errors(a.row, a.system),
      most: (a, b) => b.facts - a.facts,
      number: () => 0,
      longest: (a, b) => b.row.length - a.row.length,
    }[state.order] || (() => 0);
    return found.sort((a, b) => order(a, b) || a.row.at - b.row.at);
  }

  /** The systems with the highest and the lowest score, where there are two. */
  apart(row) {
    const scored = row.of.map((_, at) => [this.scoreOf(row, at), at]).filter(([score]) => score !== null);
    scored.sort(([one], [two]) => two - one);
    return scored.length > 1 ? [scored[0][1], scored[scored.length - 1][1]] : null;
  }

  link(state) {
    const safe = encodeURIComponent;
    const parts = [this.name, safe(state.table), safe(state.row), `system=${safe(state.system)}`, state.kind];
    const usual = this.nothing();
    for (const key of ["skipped", "q", "by", "from", "to", "right", "than", "wrong", "order"]) {
      if (state[key] !== usual[key]) parts.push(`${key}=${safe(state[key])}`);
    }
    if (state.sentence !== null) parts.push(`sentence=${state.sentence}`);
    return "#" + parts.join("/");
  }

  go(state, replaces = true) {
    this.state = state;
    this.limit = MOST_LISTED;
    history[replaces ? "replaceState" : "pushState"](null, "", this.link(state));
    return this.show();
  }

  read(parts) {
    const state = { ...this.nothing(), table: parts[0] || "all", row: parts[1] || "all" };
    for (const part of parts.slice(2)) {
      const at = part.indexOf("=");
      if (at < 0) state.kind = part;
      else if (part.slice(0, at) in state) state[part.slice(0, at)] = part.slice(at + 1);
    }
    if (state.sentence !== null) state.sentence = Number(state.sentence);
    return state;
  }

  async show() {
    const state = this.state;
    for (const key of ["q", "system", "kind", "skipped", "from", "to", "right", "than", "wrong", "order"]) {
      const control = document.getElementById(`${this.name}-${key}`);
      if (control && control.value !== String(state[key])) control.value = state[key];
    }
    this.fillKinds();
    this.label("right", state.than === "wrong" ? "right in" : "in");
    this.label("from", state.by === "depth" ? "depth from" : `${this.data.unit}s from`);
    this.results = this.found();
    const cell = document.getElementById(`${this.name}-cell`);
    if (cell) {
      // Several cells, or one that no sentence of the page has, are no choice.
      cell.options[1].textContent = straight(`${state.table.replaceAll("_", " ")}: ${state.row}`);
      cell.value = this.meant.size === 1 ? String([...this.meant][0]) : state.table === "all" ? "" : "other";
    }
    const n = this.results.length;
    const kind = this.kindName(state.kind);
    const compares = state.than !== "wrong" && state.right && state.wrong;
    const what = state.table === "all" ? "" : ` behind ${state.table.replaceAll("_", " ")}: ${namedRow(state.row)} (${compares ? "" : kind}${state.system === "any" ? "" : ", " + state.system})`.replace(" ()", "");
    const sum = this.results.reduce((sum, { facts }) => sum + facts, 0);
    const all = what && !compares && n > 0 && (!this.data.pairs || sum !== n) ? `: ${shownCount(sum)} in all` : "";
    this.count.textContent = straight(`${n} ${this.thing}${n === 1 ? "" : "s"}${what}${all}`);
    this.fill();
    if (state.sentence === null) {
      this.view.hidden = true;
      this.view.replaceChildren();
      return;
    }
    await this.draw();
  }

  /** How many there are, whatever is wrong with them. */
  besides() {
    const state = this.state;
    this.state = { ...state, kind: "any" };
    const n = this.found().length;
    this.state = state;
    return n;
  }

  kindName(kind) {
    return (this.data.staying && STAYING_KINDS[kind]) || (KINDS.find(([value]) => value === kind) || [0, kind])[1];
  }

  /** What a control is called. */
  label(key, text) {
    const control = document.getElementById(`${this.name}-${key}`);
    if (control) control.closest("label").querySelector("span").textContent = text;
  }

  /** The ways of counting that the table in question has, and whatever an address asks for. */
  fillKinds() {
    const { table, row, kind } = this.state;
    const kinds = this.kinds(table, row);
    if (!kinds.includes(kind)) kinds.push(kind);
    const control = document.getElementById(`${this.name}-kind`);
    control.closest("label").hidden = kinds.length < 2;
    const known = [...control.options].map((option) => option.value);
    if (known.join() !== kinds.join()) {
      control.replaceChildren(...kinds.map((value) => element("option", { value, text: this.kindName(value) })));
    }
    control.value = kind;
  }

  /** A score in words; answers are right or wrong, and what people judged stays or went. */
  scored(score, system) {
    if (this.isCount() && score !== null) return shownCount(-score);
    if (!this.data.pairs || (score !== 0 && score !== 1)) return shownScore(score);
    if (system < this.data.staying) return score === 1 ? "kept" : "went";
    return score === 1 ? "right" : "wrong";
  }

  fill() {
    const { right, wrong, order } = this.state;
    const { systems } = this.data;
    const compares = (right && wrong) || (order === "gap" && systems.length > 1);
    const items = this.results.slice(0, this.limit).map(({ row, system, score, facts, gap, ends }) => {
      const own = row.of[system];
      const skipped = whySkipped(own);
      const isScore = this.state.table === "score";
      const here = this.meant.size ? [`${shownCount(facts)} here${this.state.system === "any" && systems.length > 1 ? ", of all systems" : ""}`] : [];
      const how = this.data.pairs ? [this.scored(score, system)] : [...(this.isCount() ? [] : [shownScore(score)]), ...(this.data.told && !isScore ? [numberOf(own[1], "error")] : []), ...here];
      const whose = (at) => `${systems[at]} ${this.scored(this.scoreOf(row, at), at)}`;
      const both = compares && ends ? [...ends.map(whose), ...(this.data.pairs || this.isCount() ? [] : [shownGap(gap)])] : null;
      const told = skipped !== null ? [`skipped: ${skipped}`, ...here, systems[system]] : both || [...how, systems[system]];
      const said = [...(row.id ? [row.id] : []), ...told].join(" · ");
      const button = element("button", { type: "button", "data-number": row.number, onclick: () => this.go({ ...this.state, sentence: row.number }, false).then(() => this.view.focus()) },
        element("span", { class: "number", text: row.n > 1 ? `${row.number}–${row.number + row.n - 1}` : row.number }),
        element("span", { class: "said", text: said }),
        element("bdi", { class: "text", dir: "auto", text: row.text.length > 160 ? row.text.slice(0, 160) + "…" : row.text || numberOf(row.length, this.data.unit) }));
      if (row.number === this.state.sentence) button.setAttribute("aria-current", "true");
      return element("li", {}, button);
    });
    if (this.results.length > this.limit) {
      items.push(element("li", {}, element("button", { class: "moreof", type: "button", text: `${this.results.length - this.limit} more`, onclick: () => { this.limit += 200; this.fill(); } })));
    }
    if (!items.length) items.push(element("li", { class: "none", text: this.nothingThere() }));
    this.list.replaceChildren(...items);
  }

  /** Why a list is empty. */
  nothingThere() {
    const { kind, q, from, to, right, wrong } = this.state;
    const isPlain = [q, from, to, right, wrong].every((one) => one === "");
    if (isPlain && ["errors", "missing", "extra"].includes(kind)) return `No ${this.thing} lost anything here: all of it is right.`;
    const others = this.state.table === "all" && this.state.kind !== "any" ? this.besides() : 0;
    const more = others ? ` ${others} ${others === 1 ? "is" : "are"}, if “${this.kindName("any")}” is chosen.` : "";
    return `No ${this.thing} is like that.${more}`;
  }

  async piece(at) {
    const number = Math.floor(at / this.data.per);
    if (!this.pieces.has(number)) this.pieces.set(number, unpack(`data-${this.name}-${number}`));
    return (await this.pieces.get(number))[at % this.data.per];
  }

  async draw() {
    const wanted = this.state.sentence;
    const row = this.rows.find((one) => one.number === wanted);
    if (!row) {
      this.view.hidden = false;
      this.view.replaceChildren(element("p", { text: `${this.data.pairs ? "Pair" : "Sentence"} ${wanted} is not in this page.` }));
      return;
    }
    const here = this.results.find((one) => one.row === row);
    const { systems } = this.data;
    const chosen = this.state.system !== "any" ? systems.indexOf(this.state.system) : here ? here.system : 0;
    const said = await this.piece(row.at);
    if (this.state.sentence !== wanted) return;
    const head = element("h4", { text: `${this.data.pairs ? "Pair" : "Sentence"} ${row.number}${row.id ? ` (${row.id})` : ""}` });
    const tabs = element("p", { class: "tabs" });
    const body = element("div");
    const pick = (system) => {
      [...tabs.children].forEach((tab, at) => tab.setAttribute("aria-pressed", String(at === system)));
      const all = systems.map((name, at) => element("section", { class: "one" }, element("h5", { text: name }), ...this.drawn(row, at, said[at])));
      const joint = () => this.painted(`Sentence ${row.number}, gold and all systems`, said[systems.length]);
      body.replaceChildren(...(system === systems.length ? all : system > systems.length ? joint() : this.drawn(row, system, said[system])));
    };
    systems.forEach((name, at) => {
      const own = row.of[at];
      const score = isScored(own) ? ` ${this.scored(own[0], at)}` : own === null ? "" : " skipped";
      tabs.append(element("button", { type: "button", text: name + score, onclick: () => pick(at) }));
    });
    if (systems.length > 1) tabs.append(element("button", { type: "button", text: "all systems", onclick: () => pick(systems.length) }));
    if (said[systems.length]) tabs.append(element("button", { type: "button", text: "all in one drawing", onclick: () => pick(systems.length + 1) }));
    const text = element("p", { class: "whole", dir: "auto", text: row.text.length > 4000 ? row.text.slice(0, 4000) + "…" : row.text });
    const tools = element("p", { class: "tools" },
      element("button", { type: "button", text: "previous (k)", onclick: () => this.step(-1) }),
      element("button", { type: "button", text: "next (j)", onclick: () => this.step(1) }),
      element("button", { type: "button", text: "copy link", onclick: (event) => copy(location.href, event.target) }),
      element("button", { type: "button", text: "close (Esc)", onclick: () => this.close() }));
    this.view.replaceChildren(head, text, tabs, body, tools);
    this.view.hidden = false;
    pick(Math.max(chosen, 0));
    live.textContent = `${this.thing} ${row.number}`;
  }

  drawn(row, system, said) {
    const own = row.of[system];
    if (whySkipped(own) !== null) return [element("p", { class: "note", text: `Skipped: ${whySkipped(own)}` })];
    if (!said) return [element("p", { class: "note", text: "This system has nothing for it." })];
    const [facts, sketch] = said;
    const parts = [];
    if (sketch) {
      const title = this.data.pairs ? `Pair ${row.number}, text and hypothesis of ${this.data.systems[system]}` : `Sentence ${row.number}, gold and ${this.data.systems[system]}`;
      parts.push(...this.painted(title, sketch));
    }
    if (facts.length) {
      const list = element("ul", { class: "facts" });
      for (const [side, label, text] of facts.slice(0, 400)) {
        list.append(element("li", { class: side }, element("b", { text: side === "class" ? label : `${side}: ${label}` }), ...(text ? [" ", ...isolated(side, text)] : [])));
      }
      parts.push(list);
    }
    if (sketch === 0) parts.push(element("p", { class: "note", text: "This drawing is left out, so that the page stays small; bezant draw makes it." }));
    else if (!sketch && !facts.length) parts.push(element("p", { class: "note", text: this.data.counts ? "Saved rows have counts alone: no words, no drawing." : "Nothing is different here." }));
    return parts;
  }

  /** A drawing with what can be done with it. */
  painted(title, sketch) {
    return [element("div", { class: "paper", tabindex: 0, role: "group", "aria-label": title }, paint(sketch, KEY.key, title)),
      element("p", { class: "tools" },
        element("button", { type: "button", text: "copy as SVG", onclick: (event) => copy(svgFile(sketch, KEY.key, KEY.style, title), event.target) }),
        element("button", { type: "button", text: "copy as LaTeX", onclick: (event) => copy(tikz(sketch, KEY.key), event.target) }))];
  }

  step(by) {
    if (!this.results || !this.results.length) return;
    const at = this.results.findIndex(({ row }) => row.number === this.state.sentence);
    const next = at < 0 ? (by > 0 ? 0 : this.results.length - 1) : Math.min(Math.max(at + by, 0), this.results.length - 1);
    if (next >= this.limit) this.limit = next + MOST_LISTED;
    const limit = this.limit;
    this.state = { ...this.state, sentence: this.results[next].row.number };
    history.replaceState(null, "", this.link(this.state));
    this.limit = limit;
    this.show().then(() => {
      const current = this.list.querySelector("[aria-current]");
      // What is looked at has the focus, so that Tab goes on from there; the page itself stays.
      this.view.focus({ preventScroll: true });
      if (!current) return;
      const [box, own] = [this.list, current].map((one) => one.getBoundingClientRect());
      if (own.top < box.top) this.list.scrollTop -= box.top - own.top;
      else if (own.bottom > box.bottom) this.list.scrollTop += own.bottom - box.bottom;
    });
  }

  close() {
    const number = this.state.sentence;
    this.go({ ...this.state, sentence: null });
    const button = this.list.querySelector(`[data-number="${number}"]`);
    if (button) button.focus();
  }
}

const explorers = new Map();
for (const holder of document.querySelectorAll(".explorer")) explorers.set(holder.dataset.section, new Explorer(holder));
let current = explorers.values().next().value || null;

function route(isFirst) {
  const parts = location.hash.slice(1).split("/").map((part) => { try { return decodeURIComponent(part); } catch { return part; } });
  const explorer = explorers.get(parts[0]);
  if (!explorer) return;
  current = explorer;
  if (parts.length < 2) return;
  explorer.ready.then(() => {
    if (!explorer.data) return;
    explorer.state = explorer.read(parts.slice(1));
    explorer.limit = MOST_LISTED;
    explorer.show().then(() => {
      const to = explorer.state.sentence === null ? explorer.holder : explorer.view;
      to.scrollIntoView({ block: "start" });
      const first = explorer.list.querySelector("button");
      if (explorer.state.sentence === null && first && !isFirst) first.focus({ preventScroll: true });
      live.textContent = explorer.count.textContent;
    });
  });
}

window.addEventListener("hashchange", () => route(false));
document.addEventListener("focusin", (event) => {
  const holder = event.target.closest && event.target.closest(".explorer");
  if (holder) current = explorers.get(holder.dataset.section);
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || about.open) return;
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (!current || !current.data) return;
  if (event.key === "Escape") {
    if (current.state.sentence !== null) current.close();
    else if (typing) event.target.blur();
    else current.go(current.nothing());
  } else if (typing) {
    return;
  } else if (event.key === "j") current.step(1);
  else if (event.key === "k") current.step(-1);
  else if (event.key === "/") {
    const search = document.getElementById(`${current.name}-q`);
    if (search) { event.preventDefault(); search.focus(); }
  }
});

// What is scrolled to stands below the header, however many lines that has.
const header = document.querySelector("header");
new ResizeObserver(() => {
  const covers = getComputedStyle(header).position === "sticky" ? header.offsetHeight : 0;
  document.documentElement.style.scrollPaddingTop = `${covers + 12}px`;
}).observe(header);

// On paper, nothing can be opened.
let opened = [];
window.addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details:not([open])")];
  opened.forEach((one) => { one.open = true; });
});
window.addEventListener("afterprint", () => opened.forEach((one) => { one.open = false; }));

Promise.all([...explorers.values()].map((explorer) => explorer.ready)).then(() => {
  document.documentElement.dataset.ready = "yes";
  route(true);
});
