import { parseArgs } from "node:util";

/** What the command line asks of a question. A question reads what concerns it and leaves the rest. */
export type Options = {
  /** Fewer rounds and pictures: set where all questions are asked at once. */
  readonly quick: boolean;
  readonly columns: number;
  /** Render parameters as a query string would spell them, each a variant to compare. */
  readonly params: readonly string[];
  /** A font's name or file. */
  readonly font: string;
  /** Folder with a manifest.json of pictures, or null for the project's own. */
  readonly corpus: string | null;
  readonly image: string | null;
};

/** The font that texts are judged in unless another is named. */
export const DEFAULT_FONT = "DejaVu Sans Mono";

/** The command line as names of questions and options for them; throws a TypeError that says what is wrong with it. */
export const readOptions = (args: readonly string[]): { readonly names: string[]; readonly options: Options } => {
  const { positionals: names, values } = parseArgs({ args: [...args], allowPositionals: true, options: SPELLINGS });
  const columns = Number(values.columns);
  if (!Number.isInteger(columns)) throw new TypeError(`--columns takes an integer, not ${values.columns}.`);
  const options = {
    quick: names.length === 0,
    columns,
    params: values.params ?? [],
    font: values.font,
    corpus: values.corpus ?? null,
    image: values.image ?? null,
  };
  return { names, options };
};

const SPELLINGS = {
  columns: { type: "string", default: "120" },
  params: { type: "string", multiple: true },
  font: { type: "string", default: DEFAULT_FONT },
  corpus: { type: "string" },
  image: { type: "string" },
} as const;

/** One thing worth measuring. */
export type Question = {
  readonly name: string;
  /** The question itself. */
  readonly asks: string;
  /** Measures, and prints what came out. */
  readonly answer: (options: Options) => Promise<void>;
};
