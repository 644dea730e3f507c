import type { Param } from "../../params.ts";

type Ranged = Extract<Param, { readonly kind: "integer" | "number" }>;

/** A parameter's range as a line, with a notch where its default is. */
export const rangeMark = ({ min, max, default: usual }: Ranged): string => {
  const at = Number((((usual - min) / (max - min)) * 100).toFixed(2));
  return `<span class="range"><span>${min}</span><svg viewBox="-1 0 102 12" preserveAspectRatio="none" aria-hidden="true"><path d="M0 6H100"/><path class="notch" d="M${at} 0V12"/></svg><span>${max}</span></span>`;
};
