import { ATLAS } from "@lumiglyph/engine";
import { glyphsOf, type Rgb } from "@lumiglyph/engine/paint/page";
import { LOOP_FPS, LOOP_SECONDS, type StillMotion } from "./export-messages.ts";
import type { FrameSequence, OpaquePage, SequenceFrame, TimeRange } from "./frame-sequence.ts";

/** Seconds that the last frame of a loop is shown: the shortest time that GIFs can have. */
const LAST_SECONDS = 0.02;

/** One loop of a motion as a sequence. Its last frame is its first. */
export const openStillMotion = (page: OpaquePage, motion: StillMotion, fps = LOOP_FPS): FrameSequence => {
  const steps = Math.round(LOOP_SECONDS * fps);
  const pageAt = createStillMotion(page, motion);
  const timeOf = (i: number): number => (i < steps ? i / fps : LOOP_SECONDS - LAST_SECONDS);
  async function* frames({ from, to }: TimeRange = { from: 0, to: LOOP_SECONDS }, every = 1) {
    for (let i = 0; i <= steps; i += every) {
      const frame: SequenceFrame = {
        time: timeOf(i),
        duration: i < steps ? timeOf(i + 1) - timeOf(i) : LAST_SECONDS,
        page: pageAt(i / steps),
      };
      if (frame.time < to && frame.time + frame.duration > from) yield frame;
    }
  }
  return {
    size: page,
    count: steps + 1,
    seconds: LOOP_SECONDS,
    frames: (range) => frames(range),
    glimpses: (range) => frames(range, Math.ceil(steps / 7)),
  };
};

/**
 * The page at a moment of the loop, from 0 to 1, which are the same. Its arrays are valid until the
 * next call.
 */
export type MovingPage = (moment: number) => OpaquePage;

export const createStillMotion = (page: OpaquePage, motion: StillMotion): MovingPage => {
  const { glyphs, colors, grounds, ink, ground } = page;
  const cells = glyphs.length;
  const moving: Cells = { glyphs: new Uint8Array(cells), light: new Float32Array(cells) };
  const { move, isShaded, keepsGrounds = false } = MOTIONS[motion](page);
  const hasColors = colors !== null || isShaded;
  const inks = hasColors ? new Uint8Array(3 * cells) : null;
  const backs = grounds === null ? null : new Uint8Array(3 * cells);
  const highlight: Rgb = lightOf(ground) < lightOf(ink) ? [255, 255, 255] : ink;

  return (moment) => {
    moving.glyphs.set(glyphs);
    moving.light.fill(1);
    move(moving, moment - Math.floor(moment));
    for (let i = 0; i < cells; i++) {
      const light = moving.light[i]!;
      if (light === 0) moving.glyphs[i] = BLANK;
      for (let channel = 0; channel < 3; channel++) {
        const own = colors === null ? ink[channel]! : colors[3 * i + channel]!;
        if (inks !== null) inks[3 * i + channel] = shaded(light, own, ground[channel]!, highlight[channel]!);
        if (backs === null) continue;
        const behind = keepsGrounds ? 1 : Math.min(1, light);
        backs[3 * i + channel] = shaded(behind, grounds![3 * i + channel]!, ground[channel]!, 0);
      }
    }
    return { ...page, glyphs: moving.glyphs, colors: inks, grounds: backs };
  };
};

const BLANK = ATLAS.indexOf(" ");

const lightOf = ([red, green, blue]: Rgb): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/**
 * A color with this much light: 0 is the page's background, 1 the color itself, more approaches the
 * highlight.
 */
const shaded = (light: number, own: number, ground: number, highlight: number): number =>
  light <= 1 ? ground + (own - ground) * light : own + (highlight - own) * (light - 1);

/** The page's cells, for a motion to change. */
type Cells = {
  readonly glyphs: Uint8Array;
  /** Light of each cell: 0 is empty, 1 as it is, 2 the brightest. */
  readonly light: Float32Array;
};

type Mover = {
  /** Whether cells have partial light. */
  readonly isShaded: boolean;
  /** Whether the cells' own backgrounds have all of their light. */
  readonly keepsGrounds?: true;
  /** Changes the cells for a moment from 0 up to 1. */
  readonly move: (cells: Cells, moment: number) => void;
};

const MOTIONS: { readonly [Motion in StillMotion]: (page: OpaquePage) => Mover } = {
  /** Cells vanish and return in random order, changing characters first. */
  dissolve: ({ glyphs, columns }) => {
    const used = usedGlyphs(glyphs);
    return {
      isShaded: false,
      move: (cells, moment) => {
        for (let i = 0; i < glyphs.length; i++) {
          const [x, y] = [i % columns, Math.floor(i / columns)];
          const gone = 0.2 + 0.26 * patch(x, y, 1);
          const back = 0.52 + 0.36 * patch(x, y, 2);
          if (moment < gone - STIR || moment > back + STIR) continue;
          if (moment >= gone && moment <= back) cells.light[i] = 0;
          else if (glyphs[i] !== BLANK) cells.glyphs[i] = anyOf(used, i, moment);
        }
      },
    };
  },

  /** The page is deleted from its end, then typed from its beginning, with a cursor. Blanks take no time. */
  typewriter: ({ glyphs, grounds, mosaic }) => {
    const cursorGlyph = glyphsOf(mosaic).indexOf("█");
    const typed = new Float32Array(glyphs.length);
    let count = 0;
    for (let i = 0; i < glyphs.length; i++) typed[i] = glyphs[i] === BLANK && grounds === null ? count : count++;
    return {
      isShaded: false,
      move: (cells, moment) => {
        const share = moment < 0.2 ? (0.2 - moment) / 0.12 : (moment - 0.22) / 0.7;
        if (share >= 1) return;
        const end = Math.max(0, share) * count;
        let cursor = 0;
        for (let i = 0; i < glyphs.length; i++) {
          if (typed[i]! >= end) cells.light[i] = 0;
          else cursor = i;
        }
        cells.light[cursor] = 1;
        cells.glyphs[cursor] = cursorGlyph;
      },
    };
  },

  /** Drops fall through the columns; the picture is bright behind them. */
  rain: ({ glyphs, columns, rows }) => {
    const used = usedGlyphs(glyphs);
    const drops = Array.from({ length: 2 * columns }, (_, drop) => ({
      column: drop >> 1,
      // whole numbers, so that the loop has no seam
      times: 1 + Math.floor(2 * random(drop, 3)),
      start: random(drop, 4),
      tail: rows * (0.5 + 0.6 * random(drop, 5)),
    }));
    return {
      isShaded: true,
      move: (cells, moment) => {
        cells.light.fill(DIM);
        for (const { column, times, start, tail } of drops) {
          const head = ((moment * times + start) % 1) * (rows + tail);
          for (let row = Math.max(0, Math.ceil(head - tail)); row <= Math.min(rows - 1, head); row++) {
            const i = row * columns + column;
            const away = (head - row) / tail;
            const isHead = head - row < 1;
            const light = isHead ? 1.9 : DIM + (1 - DIM) * (1 - away) ** 0.8;
            cells.light[i] = Math.max(cells.light[i]!, light);
            if (isHead) cells.glyphs[i] = anyOf(used, i, moment);
          }
        }
      },
    };
  },

  /** Some cells sparkle, the others shimmer. */
  twinkle: ({ glyphs }) => ({
    isShaded: true,
    keepsGrounds: true,
    move: (cells, moment) => {
      for (let i = 0; i < glyphs.length; i++) {
        const isStar = random(i, 6) < 0.14;
        const times = 1 + Math.floor(3 * random(i, 7));
        const wave = 0.5 - 0.5 * Math.cos(2 * Math.PI * (moment * times + random(i, 8)));
        cells.light[i] = isStar ? 0.7 + 1.3 * wave ** 6 : 0.85 + 0.15 * wave;
      }
    },
  }),
};

/** Part of the loop for which a cell of `dissolve` shows other characters. */
const STIR = 0.035;

/** Light of cells that no drop has passed. */
const DIM = 0.3;

/** The characters of a page except the blank. */
const usedGlyphs = (glyphs: Uint8Array): readonly number[] => {
  const used = [...new Set(glyphs)].filter((glyph) => glyph !== BLANK);
  return used.length > 0 ? used : [BLANK];
};

/** A character that changes a few times a second. */
const anyOf = (used: readonly number[], cell: number, moment: number): number =>
  used[Math.floor(used.length * random(cell, 16 + Math.floor(moment * 36)))]!;

/** A fraction that looks random, the same for the same numbers. */
const random = (at: number, seed: number): number => {
  let hash = Math.imul(at + 1, 0x9e3779b1) ^ Math.imul(seed, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
};

/** Like `random`, and alike among neighbors. */
const patch = (x: number, y: number, seed: number): number => {
  const [across, down] = [x / 9, y / 5];
  const [left, top] = [Math.floor(across), Math.floor(down)];
  const at = (right: number, below: number): number => random((top + below) * 4096 + left + right, seed);
  const mixed = (one: number, other: number, share: number): number => one + (other - one) * share;
  const upper = mixed(at(0, 0), at(1, 0), across - left);
  const lower = mixed(at(0, 1), at(1, 1), across - left);
  return 0.7 * mixed(upper, lower, down - top) + 0.3 * random(y * 4096 + x, seed + 8);
};
