(async () => {
  const $ = (id) => document.getElementById(id);
  const { columns, rows, glyphs, styles, end, data } = JSON.parse($("video").textContent);
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

  const cells = new Uint8Array(columns * rows);
  const context = $("ink").getContext("2d");
  const image = context.createImageData(columns, rows);
  const lines = Array.from({ length: rows }, () => new Text());
  $("art").replaceChildren(...lines.flatMap((line) => [line, "\n"]));
  const changed = new Set();
  // snapshots to restart from after a step back
  const marks = new Map();
  const blank = glyphs.indexOf(" ");
  let shown = -1;

  const apply = (frame) => {
    const { ground, ink, isColored } = frame.style;
    at = frame.at;
    for (let i = 0; at < frame.to; ) {
      i += number();
      for (let left = number(); left > 0; left--, i++) {
        cells[i] = bytes[at++];
        changed.add(Math.floor(i / columns));
        for (let k = 0; k < 3; k++) {
          const value = isColored ? bytes[at++] : ink[k];
          // on paper, divide by its color: the style sheet multiplies by it
          image.data[4 * i + k] = ground[k] ? (255 * value) / ground[k] : value;
        }
        image.data[4 * i + 3] = 255;
      }
    }
  };
  const begin = () => {
    cells.fill(blank);
    image.data.fill(255);
    shown = -1;
  };
  const returnTo = (index) => {
    const mark = marks.get(index);
    cells.set(mark.cells);
    image.data.set(mark.image);
    shown = index;
  };
  const lineOf = (row) => {
    let text = "";
    for (let i = row * columns; i < (row + 1) * columns; i++) text += glyphs[cells[i]];
    return text;
  };
  const textOf = () => lines.map((line) => `${line.data}\n`).join("");

  const show = (index) => {
    if (index === shown) return;
    if (index < shown) {
      const mark = Math.floor(index / 64) * 64;
      if (marks.has(mark)) returnTo(mark);
      else begin();
      for (let row = 0; row < rows; row++) changed.add(row);
    }
    while (shown < index) {
      apply(frames[++shown]);
      if (shown % 64 === 0 && !marks.has(shown)) marks.set(shown, { cells: cells.slice(), image: image.data.slice() });
    }
    for (const row of changed) lines[row].data = lineOf(row);
    changed.clear();
    context.putImageData(image, 0, 0);
    const { ground } = frames[index].style;
    $("table").className = ground.some(Boolean) ? "paper" : "";
    $("table").style.background = `rgb(${ground})`;
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
    const { style } = $("frame");
    style.fontSize = "20px";
    const room = Math.min(
      $("table").clientWidth / $("frame").offsetWidth,
      $("table").clientHeight / $("frame").offsetHeight,
    );
    style.fontSize = `${Math.floor(room * 1990) / 100}px`;
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
  begin();
  show(0);
  fit();
  $("form").hidden = false;
  play(frames.length > 1 && !matchMedia("(prefers-reduced-motion: reduce)").matches);
})();
