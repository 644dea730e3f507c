import type { Cells } from "./draw.ts";

/** Puts a page into an element. */
export type Paint = (pre: HTMLElement, cells: Cells) => void;

/** As text: one string, or a run for each color. */
export const paintText: Paint = (pre, { lines, inks, grounds }) => {
  Object.assign(pre.style, { padding: "", position: "", overflow: "", width: "", height: "" });
  if (inks === null) {
    // text is set as text, never as markup
    pre.textContent = lines.join("\n");
    return;
  }
  const page = document.createDocumentFragment();
  let cell = 0;
  for (const [row, line] of lines.entries()) {
    if (row > 0) page.append("\n");
    let [run, look] = [null as HTMLElement | null, ""];
    for (const glyph of line) {
      const [ink, ground] = [colorAt(inks, cell), grounds === null ? "" : colorAt(grounds, cell)];
      cell++;
      const own = glyph === " " && ground === "" ? look : `${ink} ${ground}`;
      if (run === null || own !== look) {
        run = document.createElement("span");
        run.style.color = ink;
        // a background is as high as its line box, not as its font
        if (ground !== "")
          Object.assign(run.style, { background: ground, display: "inline-block", height: "var(--line-height)" });
        page.append(run);
        look = own;
      }
      run.append(glyph);
    }
  }
  page.normalize();
  pre.replaceChildren(page);
};

const colorAt = (bytes: Uint8Array, cell: number): string =>
  `rgb(${bytes[3 * cell]} ${bytes[3 * cell + 1]} ${bytes[3 * cell + 2]})`;
