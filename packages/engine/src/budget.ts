import { type GridSize, type GridWish, gridFor, MIN_COLUMNS, refuse, type TextFormat } from "@lumiglyph/contract";

/** A picture's size in pixels. */
type Size = { readonly width: number; readonly height: number };

/** A rendered page with its grid and its number of characters. */
type Try<Page> = GridSize & { readonly page: Page; readonly cells: number; readonly characters: number };

/**
 * The largest page, up to the requested grid, of at most so many characters. Plain text is rendered
 * once. Other formats, whose length depends on the picture, are rendered on at most three grids,
 * each chosen by the lengths before it; if none fits, the smallest grid is rendered. Throws a
 * `Refusal` if even that is too long.
 */
export const largestWithin = <Page extends { readonly body: string }>(
  most: number,
  wish: GridWish & { readonly format: TextFormat; readonly color: boolean },
  { width, height }: Size,
  draw: (columns: number) => Page,
): Page => {
  const { format, color } = wish;
  const usual = usualLength(format, color);
  const gridAt = (columns: number): GridSize => gridFor({ ...wish, columns }, width, height);
  const widest = gridFor(wish, width, height).columns;
  const tries: Try<Page>[] = [];
  let best: Try<Page> | null = null;
  let over: Try<Page> | null = null;
  const guess = (columns: number): number => lengthBy(tries, gridAt(columns), usual);
  for (;;) {
    const [low, high] = [best === null ? MIN_COLUMNS : best.columns + 1, over === null ? widest : over.columns - 1];
    if (low > high || (best !== null && (tries.length >= MOST_TRIES || format === "text"))) break;
    const isLast = best === null && tries.length === MOST_TRIES - 1;
    const columns = tries.length >= MOST_TRIES ? low : widestWith(guess, low, high, isLast ? CARE * most : most);
    // the next grid would be clearly too long, so this one is the largest
    if (best !== null && columns < low && guess(low) > SURE * most) break;
    const size = gridAt(Math.max(low, columns));
    const page = draw(size.columns);
    const tried = { ...size, page, cells: size.columns * size.rows, characters: [...page.body].length };
    tries.push(tried);
    if (tried.characters <= most) best = tried;
    else over = tried;
  }
  if (best !== null) return best.page;
  const shortest = over?.characters ?? most;
  // JSON includes the limit itself, which then has more digits
  const rule = { kind: "shortest-page", format, shortest, least: shortest + String(shortest).length } as const;
  throw refuse([{ code: "parameter_invalid", parameter: "maxCharacters", given: String(most), rule }]);
};

const MOST_TRIES = 3;

/** Grids whose estimated length exceeds the limit by this factor are skipped. */
const SURE = 1.08;

/** Share of the limit that the last try aims at if no other try fitted. */
const CARE = 0.93;

/** The most columns from low to high within this length; low − 1 if even low is too long. */
const widestWith = (lengthAt: (columns: number) => number, low: number, high: number, most: number): number => {
  let columns = high;
  while (columns >= low && lengthAt(columns) > most) columns--;
  return columns;
};

/** Parts of a page's length: a fixed part, a part per row and a part per cell. */
type Length = {
  readonly beside: number;
  readonly row: number;
  readonly each: number;
  /**
   * Exponent by which characters per cell change with the number of cells; null if they are
   * constant.
   */
  readonly bend: number | null;
};

/**
 * Estimates the length of a page from the rendered page nearest in size, or from usual values if
 * there is none. In color, more cells mean fewer characters per cell, because neighbors more often
 * share a color.
 */
const lengthBy = (tries: readonly Try<unknown>[], { columns, rows }: GridSize, usual: Length): number => {
  const cells = columns * rows;
  const [near, other] = tries.toSorted((a, b) => Math.abs(a.cells - cells) - Math.abs(b.cells - cells));
  const eachOf = (page: Try<unknown>): number =>
    Math.max(0.01, page.characters - usual.beside - usual.row * page.rows) / page.cells;
  if (near === undefined) return usual.beside + usual.row * rows + usual.each * cells;
  if (usual.bend === null) return near.characters + usual.row * (rows - near.rows) + usual.each * (cells - near.cells);
  const isApart = other !== undefined && Math.abs(other.cells / near.cells - 1) > 0.03;
  const bend = isApart ? Math.log(eachOf(near) / eachOf(other)) / Math.log(near.cells / other.cells) : usual.bend;
  const each = eachOf(near) * (cells / near.cells) ** Math.max(-0.3, Math.min(0.3, bend));
  return usual.beside + usual.row * rows + each * cells;
};

/** Usual values. */
const usualLength = (format: TextFormat, color: boolean): Length => {
  const bend = color ? BEND : 0;
  switch (format) {
    case "text":
      return { beside: 0, row: 1, each: 1, bend: null };
    case "ansi":
      return { beside: 0, row: color ? 5 : 24, each: color ? 10 : 1, bend };
    case "html":
      return { beside: 650, row: 1, each: color ? 19 : 1.02, bend };
    case "json":
      return { beside: 2150, row: 4, each: color ? 11.05 : 1.05, bend: null };
    case "json-compact":
      return { beside: 1800, row: 2, each: 5.05, bend: null };
    case "svg":
      return { beside: 560, row: 97, each: color ? 45 : 1.02, bend };
  }
};

/** Usual values in color. */
const BEND = -0.1;
