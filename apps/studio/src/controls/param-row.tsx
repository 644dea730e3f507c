import { type ParamName, paramRow } from "@lumiglyph/contract";
import { CharsetTiles } from "./charset-tiles.tsx";
import { ChoiceRow } from "./choice-row.tsx";
import { ColorRow } from "./color-row.tsx";
import { NumberRow } from "./number-row.tsx";
import { SwitchRow } from "./switch-row.tsx";
import type { NamesOf } from "./use-row.ts";

/** A parameter's row, of the kind that the contract's table gives it. */
export const ParamRow = ({ name }: { readonly name: ParamName }) => {
  if (name === "charset") return <CharsetTiles />;
  switch (paramRow(name).kind) {
    case "boolean":
      return <SwitchRow name={name as NamesOf<boolean>} />;
    case "choice":
      return <ChoiceRow name={name as "format"} />;
    case "color":
      return <ColorRow name={name as "monoColor"} />;
    default:
      return <NumberRow name={name as NamesOf<number>} />;
  }
};
