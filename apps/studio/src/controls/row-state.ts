import type { ParamName, ParsedParams, QualityEvidence, RenderParams } from "@lumiglyph/contract";

/** Whose value a parameter has: the contract's, the person's, or the Auto Director's. */
type Origin = "default" | "set" | "tuned";

export type RowState<Name extends ParamName = ParamName> = {
  readonly origin: Origin;
  /** What the picture is drawn with. */
  readonly value: RenderParams[Name];
};

/** How a parameter stands, by what the person has set and what was tuned for the picture on the stage. */
export const stateOf = <Name extends ParamName>(
  name: Name,
  { params, changed }: ParsedParams,
  quality: Pick<QualityEvidence, "tuned"> | undefined,
): RowState<Name> => {
  if (changed.includes(name)) return { origin: "set", value: params[name] };
  const tuned = quality?.tuned[name];
  if (tuned === undefined) return { origin: "default", value: params[name] };
  return { origin: "tuned", value: tuned.to as RenderParams[Name] };
};
