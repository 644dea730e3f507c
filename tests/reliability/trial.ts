import { type Finding, whole } from "./findings.ts";

/** How thoroughly: `quick` for every change, `full` for the figures that are kept. */
export type Form = "quick" | "full";

/** How much of what, by its name in the plural: `{ requests: 2000, kills: 200 }`. */
type Size<Unit extends string = string> = { readonly [Name in Unit]: number };

/** Says how far it is. */
export type Say = (line: string) => void;

/** Something that is done to the service, and the bounds that it must hold meanwhile. */
export type Trial = {
  readonly name: string;
  readonly does: string;
  /** Null where a form leaves it out. */
  readonly size: { readonly [Name in Form]: string | null };
  readonly run: (form: Form, say: Say) => Promise<readonly Finding[]>;
};

type TrialParts<Unit extends string> = {
  readonly name: string;
  readonly does: string;
  readonly full: Size<Unit>;
  /** Null where it is tried in another way at every change, or has nothing to hold then. */
  readonly quick: Size<NoInfer<Unit>> | null;
  readonly run: (size: Size<NoInfer<Unit>>, say: Say) => Promise<readonly Finding[]>;
};

export const defineTrial = <Unit extends string>({ name, does, run, ...sizes }: TrialParts<Unit>): Trial => ({
  name,
  does,
  size: { quick: sizes.quick && told(sizes.quick), full: told(sizes.full) },
  run: async (form, say) => {
    const size = sizes[form];
    return size === null ? [] : run(size, say);
  },
});

const told = (size: Size): string =>
  Object.entries(size)
    .map(([unit, count]) => `${whole(count)} ${unit}`)
    .join(", ");
