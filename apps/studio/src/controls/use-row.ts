import { type ParamName, paramRow, type RenderParams } from "@lumiglyph/contract";
import type { ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Proof } from "../darkroom/darkroom.ts";
import { useStudio } from "../state/use-studio.ts";
import { labelOf } from "./groups.ts";
import { noEffect } from "./no-effect.ts";
import { stateOf } from "./row-state.ts";

/** The names of the parameters whose values are of a type. */
export type NamesOf<Value> = { [Name in ParamName]: RenderParams[Name] extends Value ? Name : never }[ParamName];

/** The proof that rows read what was tuned from. */
export const SettledContext = createContext<ReadonlySignal<Proof | null> | null>(null);

/** Everything that a parameter's row shows and does, whatever its kind. */
export const useRow = <Name extends ParamName>(name: Name) => {
  const { params, live } = useStudio();
  const settled = useContext(SettledContext);
  const parsed = params.parsed.value;
  const { origin, value } = stateOf(name, parsed, settled?.value?.quality);
  const idle = noEffect(name, parsed.params, live.value !== null);
  return {
    id: `param-${name}`,
    label: labelOf(name),
    origin,
    value,
    set: (next: RenderParams[Name]): void => params.set(name, next),
    reset: (): void => params.reset(name),
    /** What it does and, where it does nothing now, why. */
    says: `${sentence(paramRow(name).says)}${idle === null ? "" : ` ${idle}`}`,
    /** Attributes of the row's element, by which it is styled. */
    marks: {
      "data-set": origin === "set" || undefined,
      "data-tuned": origin === "tuned" || undefined,
      "data-off": idle !== null || undefined,
    },
  };
};

const sentence = (phrase: string): string => `${phrase[0]!.toUpperCase()}${phrase.slice(1)}.`.replaceAll("`", "");
