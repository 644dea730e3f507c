import { type Finding, whole } from "./findings.ts";

/** How thorough: `quick` for every change, `full` for the committed figures. */
export type Form = "quick" | "full";

/** Amounts by plural name: `{ requests: 2000, kills: 200 }`. */
type Size<Unit extends string = string> = { readonly [Name in Unit]: number };

/** Reports progress. */
export type Say = (line: string) => void;

/** A stress test of the service, and its bounds. */
export type Trial = {
  readonly name: string;
  readonly does: string;
  /** Null if a form skips it. */
  readonly size: { readonly [Name in Form]: string | null };
  readonly run: (form: Form, say: Say) => Promise<readonly Finding[]>;
};

type TrialParts<Unit extends string> = {
  readonly name: string;
  readonly does: string;
  readonly full: Size<Unit>;
  /** Null if another test covers it at every change, or there is nothing to judge. */
  readonly quick: Size<NoInfer<Unit>> | null;
  readonly run: (size: Size<NoInfer<Unit>>, say: Say) => Promise<readonly Finding[]>;
};

export const defineTrial = <Unit extends string>({ name, does, run, ...sizes }: TrialParts<Unit>): Trial => ({
  name,
  does,
  size: { quick: sizes.quick && sizeInWords(sizes.quick), full: sizeInWords(sizes.full) },
  run: async (form, say) => {
    const size = sizes[form];
    return size === null ? [] : run(size, say);
  },
});

const sizeInWords = (size: Size): string =>
  Object.entries(size)
    .map(([unit, count]) => `${whole(count)} ${unit}`)
    .join(", ");
