import { paramRow } from "@lumiglyph/contract";
import { Dot } from "./dot.tsx";
import { clampTo, formatNumber, type NumberParam, nudge, readNumber } from "./numbers.ts";
import { Slider } from "./slider.tsx";
import { useBox } from "./use-box.ts";
import { useFetchedFindings } from "./use-findings.ts";
import { type NamesOf, useRow } from "./use-row.ts";
import { Wrong } from "./wrong.tsx";

/** A number: its slider and its box. */
export const NumberRow = ({ name }: { readonly name: NamesOf<number> }) => {
  const { id, label, origin, value, says, marks, set, reset } = useRow(name);
  const findings = useFetchedFindings();
  const row = paramRow(name) as NumberParam;
  const words = (number: number): string => formatNumber(number, row.step);
  const text = words(value);
  const { wrong, props } = useBox(text, (typed) => {
    const number = readNumber(typed);
    if (number === null) return `Not a number. ${label} takes ${words(row.min)} to ${words(row.max)}.`;
    set(clampTo(row, number));
    return null;
  });
  const back = words(row.default);
  return (
    <>
      <div class="row" {...marks}>
        <label for={id}>{label}</label>
        <Slider id={id} row={row} value={value} text={text} says={says} set={set} reset={reset} />
        <input
          class="num"
          inputMode="decimal"
          aria-label={`${label}, number`}
          aria-describedby={wrong === null ? undefined : `${id}-wrong`}
          {...props}
          onKeyDown={(event) => {
            const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key];
            if (steps === undefined) return props.onKeyDown(event);
            event.preventDefault();
            set(nudge(row, value, steps, event.shiftKey));
          }}
        />
        {origin === "set" && <Dot label={label} back={back} reset={reset} />}
        {origin === "tuned" && findings !== null && (
          <findings.TunedDot name={name} label={label} back={back} tuned={text} lock={() => set(value)} />
        )}
      </div>
      <Wrong id={id} words={wrong} />
    </>
  );
};
