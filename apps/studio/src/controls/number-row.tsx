import { paramRow } from "@lumiglyph/contract";
import type { TargetedEvent, TargetedKeyboardEvent, TargetedPointerEvent, TargetedWheelEvent } from "preact";
import { useRef } from "preact/hooks";
import { clampTo, formatNumber, fractionOf, type NumberParam, nudge, readNumber, snapTo, startOf } from "./numbers.ts";
import { Dot, useBox, Wrong } from "./row-parts.tsx";
import { useFetchedFindings } from "./use-findings.ts";
import { type NamesOf, useRow } from "./use-row.ts";

/** The word for 0 where it stands for no limit. */
const NONE = "none";

/** Why a grid cannot be changed. */
const HELD = "The number of characters stays while you record.";

/** A number with slider and text box. */
export const NumberRow = ({ name }: { readonly name: NamesOf<number> }) => {
  const { id, label, origin, value, says, marks, isHeld, set, reset } = useRow(name);
  const findings = useFetchedFindings();
  const row = paramRow(name) as NumberParam;
  const words = (number: number): string => (row.none && number === 0 ? NONE : formatNumber(number, row.step));
  const text = words(value);
  const { wrong, props } = useBox(text, (typed) => {
    const number = row.none && typed.trim().toLowerCase() === NONE ? 0 : readNumber(typed);
    if (number === null) return `Enter a number from ${words(row.min)} to ${words(row.max)}.`;
    set(clampTo(row, number));
    return null;
  });
  const back = words(row.default);
  return (
    <>
      <div class="row" {...marks}>
        <label for={id}>{label}</label>
        <Slider {...{ id, row, value, text, set, reset, isHeld }} says={isHeld ? HELD : says} />
        <input
          class="num"
          disabled={isHeld}
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

type SliderProps = {
  readonly id: string;
  readonly row: NumberParam;
  readonly value: number;
  /** The value as text. */
  readonly text: string;
  readonly says: string | undefined;
  readonly isHeld: boolean;
  readonly set: (value: number) => void;
  readonly reset: () => void;
};

type Input = HTMLInputElement;

/**
 * A slider that fills from its default. Rounds to steps itself, because a tuned value may lie
 * between them.
 */
const Slider = ({ id, row, value, text, says, isHeld, set, reset }: SliderProps) => {
  const isFine = useRef(false);
  /** Thumb and value when Shift went down; from there the thumb moves the value by a tenth. */
  const anchor = useRef<{ readonly raw: number; readonly value: number } | null>(null);
  const slide = ({ currentTarget }: TargetedEvent<Input>): void => {
    const raw = currentTarget.valueAsNumber;
    anchor.current = isFine.current ? (anchor.current ?? { raw, value }) : null;
    const from = anchor.current;
    const next = snapTo(row, from === null ? raw : from.value + (raw - from.raw) / 10, isFine.current);
    currentTarget.valueAsNumber = next;
    set(next);
  };
  const press = (event: TargetedKeyboardEvent<Input>): void => {
    const steps = ARROWS[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    set(nudge(row, value, steps, event.shiftKey));
  };
  const wheel = (event: TargetedWheelEvent<Input>): void => {
    if (document.activeElement !== event.currentTarget) return;
    event.preventDefault();
    set(nudge(row, value, -Math.sign(event.deltaY || event.deltaX), event.shiftKey));
  };
  const watchShift = ({ shiftKey }: TargetedPointerEvent<Input>): void => {
    isFine.current = shiftKey;
  };
  return (
    <input
      type="range"
      id={id}
      min={startOf(row)}
      max={row.max}
      step="any"
      disabled={isHeld}
      value={value}
      title={says}
      aria-valuetext={row.unit === undefined || text === NONE ? text : `${text} ${row.unit}`}
      style={{ "--v": fractionOf(row, value), "--d": fractionOf(row, row.default) }}
      onInput={slide}
      onKeyDown={press}
      onPointerDown={watchShift}
      onPointerMove={watchShift}
      onWheel={wheel}
      onDblClick={reset}
    />
  );
};

/** Steps per arrow key. The browser handles Page Up, Page Down, Home and End. */
const ARROWS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
