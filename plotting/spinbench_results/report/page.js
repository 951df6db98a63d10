"use strict";
// Filters, sorting, the card that follows the pointer, and everything about a row. Texts come from strangers' files: they
// go into the page as text only.
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byIndex = new Map(data.rows.map(row => [row.i, row]));
  const body = document.querySelector("#rows tbody"), lines = new Map();
  for (const line of body.rows) lines.set(Number(line.dataset.i), line);
  const form = document.querySelector("form.filters"), count = document.getElementById("count");
  const card = document.getElementById("card"), dialog = document.getElementById("details");

  function element(tag, text, parent) {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    if (parent) parent.append(made);
    return made;
  }

  const short = x => x === undefined || x === null ? "-" : String(Number(x.toPrecision(4)));

  // --- filters ---

  function wanted(row) {
    for (const key of ["kernel", "variant", "backend", "machine", "L", "status"]) {
      const value = form.elements[key].value;
      if (value !== "" && String(row[key]) !== value) return false;
    }
    return row.name.toLowerCase().includes(form.elements.search.value.trim().toLowerCase());
  }

  function apply() {
    const left = data.rows.filter(wanted), kept = new Set(left.map(row => row.i));
    for (const [i, line] of lines) line.hidden = !kept.has(i);
    count.textContent = `${left.length} of ${data.rows.length} rows`;
    return spinbenchCharts.update(left);
  }

  let pending;
  function applySoon() {
    clearTimeout(pending);
    pending = setTimeout(apply, 120);
  }

  form.addEventListener("input", applySoon);
  form.addEventListener("reset", () => setTimeout(apply, 0));
  form.addEventListener("submit", event => event.preventDefault());

  // --- sorting ---

  const spread = row => row.low === undefined || row.high === undefined ? undefined : (row.high - row.low) / row.ns;
  const first = row => row.published && row.published.length ? row.published[0][3] : undefined;
  const keyed = { spread, paper: first, verified: row => row.status === "measured" ? row.verified + row.proved : row.status };

  function sortBy(header) {
    const key = header.dataset.key, down = header.getAttribute("aria-sort") === "ascending";
    const read = keyed[key] || (row => row[key]);
    for (const other of header.parentNode.children) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", down ? "descending" : "ascending");
    const rows = data.rows.map(row => [read(row), row.i]);
    rows.sort(([a, i], [b, j]) => {
      // What has no value stands last either way.
      if (a === undefined || b === undefined) return (a === undefined) - (b === undefined) || i - j;
      const order = typeof a === "number" ? a - b : String(a).localeCompare(String(b), "en");
      return (down ? -order : order) || i - j;
    });
    body.append(...rows.map(([, i]) => lines.get(i)));
  }

  for (const header of document.querySelectorAll("#rows thead th")) {
    header.querySelector("button").addEventListener("click", () => sortBy(header));
  }

  // --- the card ---

  function told(row) {
    const words = [row.machine + ", " + row.backend, (row.L === undefined ? "" : "L = " + row.L + ", ") + row.axes];
    if (row.ns !== undefined) {
      const half = spread(row);
      const error = half === undefined ? "" : ` +- ${(50 * half).toFixed(1)}%`;
      words.push(`${short(row.ns)} ns/${row.unit}${error}, ${row.figure}`);
      const times = row.speedup === undefined ? "" : `, ${short(row.speedup)} times serial`;
      words.push(`${short(row.rate)} ${row.unit}s/ns${times}`);
      if (row.fraction !== undefined) words.push(`${(100 * row.fraction).toFixed(0)}% of its limit (${row.bound})`);
      if (row.watts !== undefined) words.push(`${short(row.watts)} W, ${short(row.per_nj)} ${row.unit}s/nJ`);
    }
    words.push("verified: " + (row.proved || row.verified || row.status));
    return words;
  }

  function hover(i, event, paper) {
    const row = i === null ? undefined : byIndex.get(i);
    card.hidden = row === undefined;
    if (!row) return;
    card.replaceChildren();
    element("b", paper === undefined ? `${row.kernel} / ${row.variant}` : "published: " + paper, card);
    for (const words of told(row)) element("div", words, card);
    if (event && event.clientX !== undefined) {
      const box = card.getBoundingClientRect();
      card.style.left = Math.max(4, Math.min(event.clientX + 14, innerWidth - box.width - 8)) + "px";
      card.style.top = Math.max(4, Math.min(event.clientY + 14, innerHeight - box.height - 8)) + "px";
    }
  }

  const lineOf = target => target.closest("tr[data-i]");
  body.addEventListener("mousemove", event => {
    const line = lineOf(event.target);
    hover(line ? Number(line.dataset.i) : null, event);
  });
  body.addEventListener("mouseleave", () => hover(null));
  document.addEventListener("scroll", () => hover(null), { passive: true });

  // --- everything about a row ---

  function pairs(title, entries, parent) {
    if (!entries.length) return;
    element("h3", title, parent);
    const rows = element("tbody", undefined, element("table", undefined, parent));
    for (const [name, text] of entries) {
      const line = element("tr", undefined, rows);
      element("th", name, line).scope = "row";
      element("td", text, line);
    }
  }

  function checks(row, parent) {
    if (!row.checks.length) return;
    element("h3", "Checks", parent);
    const rows = element("tbody", undefined, element("table", undefined, parent));
    for (const [name, kind, passed, expected, value, exact, sigma, detail] of row.checks.map((n) => data.checks[n])) {
      const line = element("tr", undefined, rows);
      element("th", data.texts[name] + (kind ? ` (${kind})` : ""), line).scope = "row";
      element("td", passed ? "passed" : expected ? "failed, as expected" : "failed", line);
      element("td", value === null ? "" : `${value} against ${exact}, sigma ${sigma}`, line);
      element("td", data.texts[detail], line);
    }
  }

  function open(row) {
    document.getElementById("details-title").textContent = row.name;
    const parent = document.getElementById("details-body");
    parent.replaceChildren();
    pairs("Result", told(row).map((words, i) => [["machine", "case", "", "", "", "", ""][i] || "", words]), parent);
    pairs("More", [...row.more.map((pair) => pair.map((n) => data.texts[n])),
      ["speed-up refers to", row.reference === undefined ? "-" : data.texts[row.reference]], ["file", data.files[row.file]]], parent);
    pairs("Conditions", row.conditions || [], parent);
    checks(row, parent);
    pairs("Published", (row.published || []).map(([source, locator, device, ns]) =>
      [`${source}, ${locator}`, `${ns} ns, ${device}`]), parent);
    dialog.showModal();
  }

  body.addEventListener("click", event => {
    if (event.target.matches("button.name")) open(byIndex.get(Number(lineOf(event.target).dataset.i)));
  });

  count.textContent = `${data.rows.length} of ${data.rows.length} rows`;
  spinbenchCharts.start(data, data.rows, hover);
})();
