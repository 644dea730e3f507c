(async () => {
  const $ = (id) => document.getElementById(id);
  const { columns, rows, cellAspect, styles, shapes, end, data } = JSON.parse($("video").textContent);
  const packed = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(plain).arrayBuffer());

  let at = 0;
  const number = () => {
    for (let value = 0, times = 1; ; times *= 128) {
      const byte = bytes[at++];
      value += (byte & 127) * times;
      if (byte < 128) return value;
    }
  };
  // each frame: milliseconds since the previous one, its style, its length, and the changed cells
  const frames = [];
  for (let time = 0; at < bytes.length; ) {
    time += number();
    const style = styles[number()];
    const to = number() + at;
    frames.push({ time, style, at, to });
    at = to;
  }

  // seven bytes per cell: the glyph's index, its color, its background's color
  const cells = new Uint8Array(7 * columns * rows);
  const characters = styles.map(({ glyphs }) => [...glyphs]);
  const lines = Array.from({ length: rows }, () => new Text());
  $("art").replaceChildren(...lines.flatMap((line) => [line, "\n"]));
  const changed = new Set();
  // snapshots to restart from after a step back
  const marks = new Map();
  let shown = -1;
  let painted = null;

  const apply = ({ at: from, to, style }) => {
    const { ink, isColored, isFilled } = style;
    at = from;
    for (let i = 0; at < to; ) {
      i += number();
      for (let left = number(); left > 0; left--, i++) {
        changed.add(i);
        cells[7 * i] = bytes[at++];
        for (let k = 0; k < 3; k++) cells[7 * i + 1 + k] = isColored ? bytes[at++] : ink[k];
        for (let k = 4; k < 7; k++) cells[7 * i + k] = isFilled ? bytes[at++] : 0;
      }
    }
  };
  const begin = () => {
    cells.fill(0);
    shown = -1;
  };
  const returnTo = (index) => {
    cells.set(marks.get(index));
    shown = index;
  };
  const textOf = () => lines.map((line) => `${line.data}\n`).join("");

  // cells of whole pixels
  const context = $("ink").getContext("2d");
  let cell = 0;
  let high = 0;
  let image = null;
  let tiles = new Map();
  const { fontFamily } = getComputedStyle($("frame"));
  context.font = `100px ${fontFamily}`;
  const advance = context.measureText("M").width / 100;
  const drawLetter = (glyph) => {
    const pen = new OffscreenCanvas(cell, high).getContext("2d", { willReadFrequently: true });
    pen.font = `${cell / advance}px ${fontFamily}`;
    const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = pen.measureText(glyph);
    pen.fillText(glyph, 0, (high + up - down) / 2);
    return pen.getImageData(0, 0, cell, high).data.filter((_, i) => i % 4 === 3);
  };
  const drawShape = ([across, down, bits, share]) =>
    new Uint8Array(cell * high).map((_, i) => {
      const column = Math.floor((((i % cell) + 0.5) * across) / cell);
      const row = Math.floor(((Math.floor(i / cell) + 0.5) * down) / high);
      return ((bits >> (row * across + column)) & 1) * Math.round(255 * share);
    });
  // ink coverage of each pixel of a cell
  const tileOf = (glyph) => {
    const tile = tiles.get(glyph) ?? (shapes[glyph] ? drawShape(shapes[glyph]) : drawLetter(glyph));
    tiles.set(glyph, tile);
    return tile;
  };
  const paintCell = (i, style, glyphs) => {
    const tile = tileOf(glyphs[cells[7 * i]]);
    const [ink, ground] = [7 * i + 1, 7 * i + 4];
    const left = (i % columns) * cell;
    const top = Math.floor(i / columns) * high;
    for (let k = 0; k < 3; k++) {
      const behind = style.isFilled ? cells[ground + k] : style.ground[k];
      const step = (cells[ink + k] - behind) / 255;
      for (let y = 0, from = 0; y < high; y++) {
        let to = 4 * ((top + y) * image.width + left) + k;
        for (let x = 0; x < cell; x++, to += 4) image.data[to] = behind + step * tile[from++] + 0.5;
      }
    }
  };
  const paint = (style) => {
    const glyphs = characters[styles.indexOf(style)];
    const all = painted !== style;
    if (all) for (let i = 0; i < columns * rows; i++) changed.add(i);
    if (all) $("table").style.background = `rgb(${style.ground})`;
    painted = style;
    for (const i of changed) paintCell(i, style, glyphs);
    context.putImageData(image, 0, 0);
    for (const row of new Set(Array.from(changed, (i) => Math.floor(i / columns)))) {
      let text = "";
      for (let i = row * columns; i < (row + 1) * columns; i++) text += glyphs[cells[7 * i]];
      lines[row].data = text;
    }
    changed.clear();
  };

  const show = (index) => {
    if (index === shown) return;
    if (index < shown) {
      const mark = Math.floor(index / 64) * 64;
      if (marks.has(mark)) returnTo(mark);
      else begin();
      painted = null;
    }
    while (shown < index) {
      apply(frames[++shown]);
      if (shown % 64 === 0 && !marks.has(shown)) marks.set(shown, cells.slice());
    }
    paint(frames[index].style);
    const words = `${(frames[index].time / 1000).toFixed(1)} of ${(end / 1000).toFixed(1)}`;
    $("place").value = index;
    $("place").setAttribute("aria-valuetext", `${words} seconds`);
    $("time").value = `${words} s`;
  };

  let isPlaying = false;
  let isLooping = true;
  // time at which frame 0 would have been shown, on the clock of performance.now()
  let start = 0;
  const frameAt = (time) => {
    let [low, high] = [0, frames.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (frames[middle].time <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const tick = (now) => {
    if (!isPlaying) return;
    if (now - start >= end && isLooping) start = now - ((now - start) % end);
    show(frameAt(now - start));
    if (now - start >= end) play(false);
    else requestAnimationFrame(tick);
  };
  const play = (isWanted) => {
    isPlaying = isWanted;
    $("play").textContent = isPlaying ? "Pause" : "Play";
    if (!isPlaying) return;
    const from = shown === frames.length - 1 ? 0 : frames[shown].time;
    start = performance.now() - from;
    requestAnimationFrame(tick);
  };
  const fit = () => {
    const across = ($("table").clientWidth * devicePixelRatio) / columns;
    const down = (($("table").clientHeight * devicePixelRatio) / rows) * cellAspect;
    const wanted = Math.max(1, Math.floor(Math.min(across, down)));
    if (wanted === cell) return;
    cell = wanted;
    high = Math.max(1, Math.round(cell / cellAspect));
    tiles = new Map();
    Object.assign($("ink"), { width: columns * cell, height: rows * high, hidden: false });
    image = context.createImageData(columns * cell, rows * high);
    for (let i = 3; i < image.data.length; i += 4) image.data[i] = 255;
    // the text below has the same size, so that selection and picture match
    const pixel = cell / devicePixelRatio;
    const [width, height] = [`${columns * pixel}px`, `${(rows * high) / devicePixelRatio}px`];
    Object.assign($("frame").style, { fontSize: `${pixel / advance}px`, width, height });
    painted = null;
    if (shown >= 0) paint(frames[shown].style);
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(textOf());
      $("said").textContent = "Text copied";
    } catch {
      getSelection().selectAllChildren($("art"));
      $("said").textContent = "Text selected: copy it with the keyboard";
    }
  };

  $("place").max = frames.length - 1;
  $("play").onclick = () => play(!isPlaying);
  $("place").oninput = () => {
    play(false);
    show(Number($("place").value));
  };
  $("loop").onclick = () => {
    isLooping = !isLooping;
    $("loop").setAttribute("aria-pressed", isLooping);
  };
  $("copy").onclick = copy;
  $("form").onsubmit = (event) => event.preventDefault();
  addEventListener("resize", fit);
  $("form").hidden = false;
  $("table").className = "painted";
  fit();
  show(0);
  play(frames.length > 1 && !matchMedia("(prefers-reduced-motion: reduce)").matches);
})();
