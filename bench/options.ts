import { parseArgs } from "node:util";

/** Command-line options. A question ignores those that do not concern it. */
export type Options = {
  /** Fewer rounds and pictures: set when all questions run. */
  readonly quick: boolean;
  readonly columns: number;
  /** Render parameters in query syntax, each a variant to compare. */
  readonly params: readonly string[];
  /** A font's name or file. */
  readonly font: string;
  /** Folder with a manifest.json of pictures, or null for the project's own. */
  readonly corpus: string | null;
  readonly image: string | null;
};

/** The font for judging, unless `--font` names another. */
export const DEFAULT_FONT = "DejaVu Sans Mono";

/** Parses the command line; throws a TypeError with the reason. */
export const readOptions = (args: readonly string[]): { readonly names: string[]; readonly options: Options } => {
  const { positionals: names, values } = parseArgs({ args: [...args], allowPositionals: true, options: SPELLINGS });
  const columns = Number(values.columns);
  if (!Number.isInteger(columns)) throw new TypeError(`--columns must be an integer, not "${values.columns}".`);
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

/** A benchmark. */
export type Question = {
  readonly name: string;
  readonly asks: string;
  /** Measures and prints the results. */
  readonly answer: (options: Options) => Promise<void>;
};
