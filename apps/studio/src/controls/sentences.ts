import { type Condition, type ParamName, paramFacts, paramRow } from "@lumiglyph/contract";
import { panelLabel } from "./panel.ts";

/** What a parameter does and, if it has no effect now, why. */
export const sentencesFor = (name: ParamName, idle: Condition | "studio" | null): string => {
  const { says } = paramFacts(name);
  const first = `${says[0]!.toUpperCase()}${says.slice(1)}.`.replaceAll("`", "");
  return idle === null ? first : `${first} ${idleSentence(idle)}`;
};

const idleSentence = (idle: Condition | "studio"): string => {
  if (idle === "studio") return "Not used in the studio.";
  if (idle === "still") return "No effect on a still picture.";
  if (idle === "moving") return "No effect while the picture moves.";
  // of several conditions the first is named; the others are its exceptions
  const [name, values] = Object.entries(idle)[0] as [
    ParamName,
    readonly unknown[] | { readonly not: readonly unknown[] },
  ];
  const label = panelLabel(name);
  if ("not" in values) return `No effect unless ${label} is ${values.not.join(" or ")}.`;
  const [value] = values;
  if (paramRow(name).kind === "boolean") return `No effect while ${label} is ${value ? "on" : "off"}.`;
  return values.length === 1 ? `No effect while ${label} is ${value}.` : `No effect with this ${label.toLowerCase()}.`;
};
