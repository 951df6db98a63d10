"use strict";
// The charts: Vega draws each once into its place, and is then given the rows that the filters leave.
var spinbenchCharts = (function () {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const views = new Map(), drawn = new Set();
  let data, current = [], onHover;

  // As many columns of the legend as whole names of machines fit side by side: cut names may all look alike. Beside it the axis
  // has its labels, so that on a telephone even a single column is cut.
  function legendFor(name) {
    const pen = document.createElement("canvas").getContext("2d"), room = document.getElementById("chart-" + name).clientWidth - 30;
    pen.font = "10px system-ui, sans-serif";
    const texts = data.scaling[name] ? data.scaling[name].map(entry => entry.curve) : data.rows.map(row => row.machine);
    const longest = Math.max(...texts.map(text => pen.measureText(text).width)) + 40;
    return { columns: Math.max(1, Math.min(3, Math.floor(room / longest))), labelLimit: Math.max(60, room - 110) };
  }

  function look(isDark, legend) {
    const ink = isDark ? "#e9ebee" : "#16191d", line = isDark ? "#3a4048" : "#dfe3e7", paper = isDark ? "#16181b" : "#ffffff";
    return { background: paper, font: "system-ui, sans-serif",
      axis: { labelColor: ink, titleColor: ink, gridColor: line, domainColor: ink, tickColor: ink, titleFontWeight: "normal" },
      legend: { labelColor: ink, titleColor: ink, orient: "bottom", ...legend, titleFontWeight: "normal",
        symbolBaseFillColor: ink, symbolBaseStrokeColor: ink },
      text: { color: ink }, view: { stroke: null } };
  }

  const value = (row, key) => typeof row[key] === "number" && row[key] > 0;
  const has = {
    sizes: row => value(row, "L") && value(row, "rate"), roofline: row => value(row, "limit") && value(row, "rate"),
    power: row => value(row, "watts") && value(row, "rate"), speedups: row => value(row, "speedup")
  };

  // What a chart's data sets hold.
  function sets(name) {
    if (name === "ranking") return { places: places() };
    if (name === "cost") return { cost: data.cost };
    if (data.scaling[name]) return { scaling: data.scaling[name] };
    const rows = current.filter(has[name]).map(({ checks, published, conditions, more, ...row }) => row);
    if (name === "sizes") return { rows, published: published(current.filter(has.sizes)) };
    if (name === "roofline") return { rows, diagonals: diagonals(rows) };
    return { rows };
  }

  function places() {
    const metric = document.getElementById("metric").value;
    return data.places.filter(place => value(place, metric)).map(place => ({
      kernel: place.kernel, machine: place.machine, i: place.i, value: place[metric],
      label: Number(place[metric].toPrecision(3)).toLocaleString("en", { maximumSignificantDigits: 3 }) }));
  }

  function published(rows) {
    return rows.flatMap(row => (row.published || []).map(([source, locator, device, ns]) => ({
      L: row.L, rate: 1 / ns, i: row.i, paper: `${device || "device not named"}: ${ns} ns (${source}, ${locator})` })));
  }

  function diagonals(rows) {
    const limits = rows.map(row => row.limit), ends = [Math.min(...limits) / 1.5, Math.max(...limits) * 1.5];
    return [["100%", 1], ["50%", 0.5], ["10%", 0.1]].flatMap(([part, factor]) =>
      ends.map(limit => ({ part, limit, rate: limit * factor })));
  }

  function isEmpty(found) {
    return (found.rows || found.places || found.cost || found.scaling).length === 0;
  }

  function show(name, found) {
    document.getElementById("none-" + name).hidden = !isEmpty(found);
    document.getElementById("chart-" + name).hidden = isEmpty(found);
    return !isEmpty(found);
  }

  async function draw(name) {
    const found = sets(name);
    if (!show(name, found)) return;
    if (views.has(name)) views.get(name).finalize();
    const result = await vegaEmbed("#chart-" + name, { ...data.specs[name], datasets: found }, {
      renderer: "svg", ast: true, logLevel: 1, config: look(dark.matches, legendFor(name)), downloadFileName: "spinbench-" + name,
      actions: { export: { svg: true, png: true }, source: false, compiled: false, editor: false },
      tooltip: (handler, event, item) => hover(event, item) });
    views.set(name, result);
    // The library's menu is three dots without a word.
    const menu = document.querySelector(`#chart-${name} summary`);
    if (menu) menu.setAttribute("aria-label", "save this chart");
    result.view.addEventListener("mousemove", hover);
    result.view.addEventListener("mouseout", () => onHover(null));
  }

  function hover(event, item) {
    const datum = item && item.datum;
    onHover(datum && datum.i !== undefined ? datum.i : null, event, datum && datum.paper);
  }

  // All that were drawn; the others are drawn when they come near the window.
  const names = () => Object.keys(data.specs).filter(name => drawn.has(name));

  async function redraw() {
    for (const name of names()) await draw(name);
  }

  async function drawOnce(name) {
    if (drawn.has(name)) return;
    drawn.add(name);
    await draw(name);
  }

  async function drawAll() {
    for (const name of Object.keys(data.specs)) await drawOnce(name);
  }

  // One after the other while nothing else is to be done: a printer does not wait for what is still to be drawn.
  function drawWhenIdle() {
    const next = Object.keys(data.specs).find(name => !drawn.has(name));
    const later = window.requestIdleCallback || (work => setTimeout(work, 300));
    if (next) later(() => drawOnce(next).then(drawWhenIdle));
  }

  const near = new IntersectionObserver(entries => {
    for (const entry of entries.filter(entry => entry.isIntersecting)) {
      near.unobserve(entry.target);
      drawOnce(entry.target.id.slice("chart-".length));
    }
  }, { rootMargin: "200px" });

  // Redraws what the filters changed.
  async function update(rows) {
    current = rows.filter(row => row.status === "measured" && !row.experiment);
    for (const name of names()) if (has[name]) await draw(name);
  }

  function start(everything, rows, hovered) {
    data = everything;
    onHover = hovered;
    current = rows.filter(row => row.status === "measured" && !row.experiment);
    const metric = document.getElementById("metric");
    if (metric) metric.addEventListener("change", () => draw("ranking"));
    dark.addEventListener("change", redraw);
    window.addEventListener("load", () => setTimeout(drawWhenIdle, 500));
    for (const name of Object.keys(data.specs)) near.observe(document.getElementById("chart-" + name));
  }

  return { start, update, drawAll };
})();
