import { setTimeout as sleep } from "node:timers/promises";
import { completeParams, type GridSize, gridSize, type RenderOptions } from "@lumiglyph/contract";
import { type Animation, NO_LIMITS, openAnimation, restrictSharp } from "@lumiglyph/decode/node";
import { colorCode, finish, type LiveFrame, openPicture, openStream } from "@lumiglyph/engine";
import { prepare } from "../../draw-raster.ts";
import { whenInterrupted } from "../signals.ts";
import { type Output, print } from "../streams.ts";
import type { RenderPlan } from "./draw-picture.ts";

restrictSharp();

/** Opens an animated image; null if it has one frame. */
export const openFilm = (bytes: Uint8Array): Promise<Animation | null> => openAnimation(bytes, NO_LIMITS.maxPixels);

/** A frame as cells. */
type Page = {
  readonly size: GridSize;
  readonly colors: RenderPlan["options"]["colors"];
  /** Code points, blanks included. */
  readonly glyphs: Int32Array;
  /** 0xrrggbb of each glyph and each background, `NONE` for the terminal's own. */
  readonly inks: Int32Array;
  readonly grounds: Int32Array;
};

const NONE = -1;
const BLANK = 0x20;

/** Renders the frames of one pass. Parts that do not move keep their characters. */
async function* pagesOf(film: Animation, { options, profile }: RenderPlan): AsyncGenerator<Page> {
  const params = completeParams(options);
  const context = { ...(await prepare(params.font)), ...(profile && { profile }) };
  const stream = openStream({ source: film, ...context });
  let tuned: RenderOptions | null = null;
  for await (const raster of film.frames(gridSize(params, film.width, film.height))) {
    // the Director tunes the first frame, and the others use its result
    tuned ??= finish(openPicture(raster, { ...context, source: { ...film, format: "pixels" } }).render(options)).params;
    yield pageOf(stream.next(raster, { ...tuned, autoOptimize: 0 }), options);
  }
}

const pageOf = ({ size, characters, cells, inks, grounds }: LiveFrame, { colors, monoColor }: RenderOptions): Page => {
  const points = Array.from(characters, (character) => character.codePointAt(0)!);
  const mono = monoColor === undefined ? NONE : Number.parseInt(monoColor.slice(1), 16);
  const packed = (bytes: Uint8Array | null, none: number): Int32Array =>
    Int32Array.from(cells, (_, i) =>
      bytes === null ? none : (bytes[3 * i]! << 16) | (bytes[3 * i + 1]! << 8) | bytes[3 * i + 2]!,
    );
  return {
    ...{ size, colors },
    glyphs: Int32Array.from(cells, (cell) => points[cell]!),
    inks: packed(inks, mono),
    grounds: packed(grounds, NONE),
  };
};

/** Invisible difference of a color's channels between two frames. */
const UNSEEN = 6;

const isLike = (one: number, other: number): boolean =>
  one === other ||
  (one !== NONE &&
    other !== NONE &&
    [16, 8, 0].every((shift) => Math.abs(((one >> shift) & 255) - ((other >> shift) & 255)) <= UNSEEN));

/**
 * Maximum unchanged cells that are printed again rather than skipped: moving the cursor takes as
 * many characters.
 */
const SHORT_GAP = 4;

/**
 * Returns what to print to turn the page before into this one, on a cleared screen at first: ECMA-48 CUP to a position, CUF
 * along a row, SGR for colors.
 */
export const createPen = (left: number): ((page: Page) => string) => {
  let shown: Page | null = null;
  const known = new Map<string, string>();
  const codeOf = (color: number, base: 30 | 40, colors: Page["colors"]): string => {
    if (color === NONE) return String(base + 9);
    const key = `${base} ${color}`;
    const code = known.get(key) ?? colorCode(`#${color.toString(16).padStart(6, "0")}`, colors ?? "truecolor", base);
    known.set(key, code);
    return code;
  };
  return (page) => {
    const { columns, rows } = page.size;
    const isNew = shown === null || shown.size.columns !== columns || shown.size.rows !== rows;
    const before: Page = isNew ? blank(page) : shown!;
    let text = isNew ? CLEAR : "";
    let [ink, ground] = [NONE, NONE];
    const print = (i: number): void => {
      const [glyph, wanted, behind] = [page.glyphs[i]!, page.inks[i]!, page.grounds[i]!];
      const codes = [
        ...(glyph === BLANK || wanted === ink ? [] : [codeOf(wanted, 30, page.colors)]),
        ...(behind === ground ? [] : [codeOf(behind, 40, page.colors)]),
      ];
      if (glyph !== BLANK) ink = wanted;
      ground = behind;
      text += `${codes.length === 0 ? "" : `\x1b[${codes.join(";")}m`}${String.fromCodePoint(glyph)}`;
      [before.glyphs[i], before.inks[i], before.grounds[i]] = [glyph, wanted, behind];
    };
    const isShown = (i: number): boolean =>
      before.glyphs[i] === page.glyphs[i] &&
      (page.glyphs[i] === BLANK || isLike(before.inks[i]!, page.inks[i]!)) &&
      isLike(before.grounds[i]!, page.grounds[i]!);
    const isPlain = (i: number): boolean =>
      (page.glyphs[i] === BLANK || page.inks[i] === ink) && page.grounds[i] === ground;
    for (let row = 0; row < rows; row++) {
      let at = -1;
      for (let column = 0, i = row * columns; column < columns; column++, i++) {
        if (isShown(i)) continue;
        const gap = column - at;
        if (at === -1) text += `\x1b[${row + 1};${left + column + 1}H`;
        else if (gap > 0 && gap <= SHORT_GAP && range(i - gap, i).every(isPlain))
          for (const j of range(i - gap, i)) print(j);
        else if (gap > 0) text += `\x1b[${gap}C`;
        print(i);
        at = column + 1;
      }
    }
    shown = before;
    return ink === NONE && ground === NONE ? text : `${text}\x1b[0m`;
  };
};

const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, i) => from + i);

const blank = ({ size, colors, glyphs }: Page): Page => ({
  ...{ size, colors },
  glyphs: new Int32Array(glyphs.length).fill(BLANK),
  inks: new Int32Array(glyphs.length).fill(NONE),
  grounds: new Int32Array(glyphs.length).fill(NONE),
});

const CLEAR = "\x1b[0m\x1b[2J";
/** Sequences to enter the alternate screen with a hidden cursor, and to leave it. */
const ENTER = "\x1b[?1049h\x1b[?25l";
const LEAVE = "\x1b[0m\x1b[?25h\x1b[?1049l";
/**
 * Terminals with synchronized updates show a frame only once it is complete; others ignore the
 * sequence.
 */
const [BEGIN, END] = ["\x1b[?2026h", "\x1b[?2026l"];

/**
 * Inputs of playback: the output, how to render for the terminal's current size, and the number of
 * loops, 0 for endless.
 */
export type Playing = {
  readonly stdout: Output;
  readonly plan: () => RenderPlan;
  readonly plays: number;
};

/**
 * Plays an animation on the alternate screen. The terminal is restored at the end, after an error
 * and when the process is interrupted. The first pass is as fast as frames can be rendered; later,
 * frames that would be late are skipped.
 */
export const play = async (film: Animation, { stdout, plan, plays }: Playing): Promise<void> => {
  let isOpen = true;
  const leave = (): void => {
    if (isOpen) stdout.write(LEAVE);
    isOpen = false;
  };
  const removeHandlers = whenInterrupted(leave);
  process.once("exit", leave);
  let resized = false;
  const onResize = (): void => {
    resized = true;
  };
  stdout.on("resize", onResize);
  try {
    await print(stdout, ENTER);
    let due = performance.now();
    let pen = createPen(leftOf(film, plan()));
    const kept: Page[] = [];
    for (let pass = 0; plays === 0 || pass < plays; pass++) {
      if (resized || kept.length < film.delays.length) kept.length = 0;
      if (resized) pen = createPen(leftOf(film, plan()));
      resized = false;
      let at = 0;
      const isDrawn = kept.length > 0;
      const pages = isDrawn ? kept : remembered(pagesOf(film, plan()), kept);
      for await (const page of pages) {
        const delay = film.delays[at++]!;
        const isLate = isDrawn && performance.now() > due + delay;
        if (!isLate) await print(stdout, `${BEGIN}${pen(page)}${END}`);
        // the clock restarts after a long stop, and does not run ahead of rendering
        due = Math.max(due + delay, performance.now() - (isDrawn ? 1000 : 0));
        await sleep(Math.max(0, due - performance.now()));
        if (!resized) continue;
        pass--;
        break;
      }
    }
  } finally {
    stdout.off("resize", onResize);
    process.off("exit", leave);
    removeHandlers();
    leave();
  }
};

/** Columns to the left of centered art. */
const leftOf = ({ width, height }: Animation, { options, centeredIn }: RenderPlan): number =>
  centeredIn === null
    ? 0
    : Math.max(0, Math.floor((centeredIn - gridSize(completeParams(options), width, height).columns) / 2));

/** Passes pages on and caches them, so that each is rendered once for all loops. */
async function* remembered(pages: AsyncIterable<Page>, kept: Page[]): AsyncGenerator<Page> {
  for await (const page of pages) {
    kept.push(page);
    yield page;
  }
}

/** An animation as a terminal recording: asciicast v3 (docs.asciinema.org). */
export const castOf = async (film: Animation, plan: RenderPlan, plays: number, title: string): Promise<string> => {
  const lines: object[] = [];
  const pen = createPen(0);
  const kept: Page[] = [];
  let delay = 0;
  for (let pass = 0; pass < Math.max(1, plays); pass++) {
    let at = 0;
    for await (const page of pass === 0 ? remembered(pagesOf(film, plan), kept) : kept) {
      const { columns, rows } = page.size;
      if (lines.length === 0) lines.push({ version: 3, term: { cols: columns, rows, type: "xterm-256color" }, title });
      lines.push([delay / 1000, "o", `${lines.length === 1 ? HIDE_CURSOR : ""}${pen(page)}`]);
      delay = film.delays[at++]!;
    }
  }
  lines.push([delay / 1000, "o", `\x1b[0m\x1b[${kept[0]?.size.rows ?? 1};1H\x1b[?25h`]);
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
};

const HIDE_CURSOR = "\x1b[?25l";
