import type { GridSize } from "@lumiglyph/contract";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { isOnPaper } from "../state/params-model.ts";
import { type PngShape, type SaveChoice, type Studio, useStudio } from "../state/studio.ts";
import { copySnippet, type SnippetKind } from "./copy-snippet.ts";
import { canBePng, gridOf, NO_PNG, PNG_SHAPES, pngSize, possibleChoice, produce, SCALES } from "./export-file.ts";
import { MotionRows } from "./motion-rows.tsx";
import { createProducts, type Products } from "./products.ts";
import { copyPicture, copyText } from "./quick-exports.ts";
import { SaveRow } from "./save-row.tsx";
import { canAskWhere } from "./saving.ts";

/** Every format to save or copy the picture in, with exact sizes. */
export const ExportDialog = () => {
  const studio = useStudio();
  const popover = usePopover(studio.dialog);
  return (
    <div class="pop export" ref={popover} popover="auto" role="dialog" aria-label="Export" tabIndex={-1}>
      {studio.opened.value !== null && <Formats studio={studio} />}
    </div>
  );
};

/** The API's formats, in the dialog's order. */
const TEXTS = [
  ["text", "Plain text"],
  ["ansi", "ANSI"],
  ["html", "HTML"],
  ["svg", "SVG"],
  ["json", "JSON"],
  ["json-compact", "Compact"],
] as const;

const Formats = ({ studio }: { readonly studio: Studio }) => {
  const { opened, params, saveChoice, live } = studio;
  const isLive = live.value !== null;
  const options = params.options.value;
  const grid = gridOf(opened.value!, options);
  const { scale: wantedScale, transparent, shape } = saveChoice.value;
  const png = possibleChoice({ format: "png", scale: wantedScale, transparent, shape }, grid);
  const scale = png?.scale ?? 1;
  const choose = (change: Partial<SaveChoice>): void => {
    saveChoice.value = { ...saveChoice.peek(), ...change };
  };
  const asksWhere = useSignal(false);
  const isPossible = png !== null;
  const products = useProducts(
    useMemo(
      () => [
        ...TEXTS.map(([format]) => choiceOf(format)),
        ...(isPossible ? [{ format: "png", scale, transparent, shape } as const] : []),
      ],
      [scale, transparent, shape, isPossible],
    ),
  );
  const { width, height } = PNG_SHAPES[shape].size ?? pngSize(grid, scale);
  const ground = transparent ? "no background" : `${isOnPaper(params.all.value) ? "paper" : "black"} background`;
  return (
    <>
      {isLive && <MotionRows studio={studio} asksWhere={asksWhere.value} />}
      <h2>
        {isLive ? "This frame" : "Picture"}
        <span class="grow" />
        <ShapeChoice shape={shape} onChange={(one) => choose({ shape: one })} />
        {shape === "art" && <ScaleSwitch grid={grid} scale={scale} onChange={(one) => choose({ scale: one })} />}
      </h2>
      <SaveRow
        choice={{ format: "png", scale, transparent, shape }}
        words={isPossible ? `${width} × ${height}, ${ground}` : NO_PNG}
        products={products}
        asksWhere={asksWhere.value}
        disabled={!isPossible}
      />
      <OptionSwitch
        words="Transparent background"
        isOn={transparent}
        onChange={(isOn) => choose({ transparent: isOn })}
      />
      {!isLive && <MotionRows studio={studio} asksWhere={asksWhere.value} />}
      {!isLive && <h2>Text</h2>}
      <div class="two">
        {TEXTS.map(([format, words]) => (
          <SaveRow
            key={format}
            choice={choiceOf(format)}
            words={words}
            products={products}
            asksWhere={asksWhere.value}
          />
        ))}
      </div>
      <h2>Copy as</h2>
      <CopyAs canBePicture={isPossible} isStill={!isLive} />
      <footer>
        <span>Encoded on this device. Sizes are exact unless they say “about”.</span>
        {canAskWhere() && (
          <OptionSwitch
            words="Ask where to save"
            isOn={asksWhere.value}
            onChange={(isOn) => {
              asksWhere.value = isOn;
            }}
          />
        )}
      </footer>
    </>
  );
};

/** Text formats ignore how PNGs are painted. */
const choiceOf = (format: SaveChoice["format"]): SaveChoice => ({
  format,
  scale: 1,
  transparent: false,
  shape: "art",
});

/** An on/off option with its label. */
const OptionSwitch = ({
  words,
  isOn,
  onChange,
}: {
  readonly words: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) => (
  <button type="button" class="option" role="switch" aria-checked={isOn} onClick={() => onChange(!isOn)}>
    <span class="sw" />
    {words}
  </button>
);

/**
 * Opens a `popover="auto"` element on mount, and closes the studio's dialog when it is dismissed. Clicking the button
 * that opened it dismisses it too, because the toggle event follows the click.
 */
const usePopover = (dialog: Studio["dialog"]) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current!;
    const opened = dialog.peek();
    const onToggle = ({ newState }: ToggleEvent): void => {
      // the event is asynchronous: another dialog may have been opened in the meantime
      if (newState === "closed" && dialog.peek() === opened) dialog.value = "none";
    };
    element.addEventListener("toggle", onToggle);
    element.showPopover();
    // take the focus if nothing inside has it
    if (!element.contains(document.activeElement)) element.focus();
    return () => element.removeEventListener("toggle", onToggle);
  }, [dialog]);
  return ref;
};

/** Copies the art, or code that makes a service render it. */
const CopyAs = ({ canBePicture, isStill }: { readonly canBePicture: boolean; readonly isStill: boolean }) => {
  const studio = useStudio();
  const ways = [
    ["Text", () => copyText(studio)],
    ["PNG", () => copyPicture(studio)],
    // the service renders stills only
    ...(isStill ? SNIPPETS.map((kind) => [kind, () => copySnippet(studio, kind)] as const) : []),
  ] as const;
  return (
    <fieldset class="copies" aria-label="Copy as">
      {ways.map(([name, copy]) => (
        <button key={name} type="button" class="btn line" disabled={name === "PNG" && !canBePicture} onClick={copy}>
          {name}
        </button>
      ))}
    </fieldset>
  );
};

const SNIPPETS: readonly SnippetKind[] = ["curl", "fetch", "MCP call"];

/** The art's own size, or one that networks show. */
const ShapeChoice = ({
  shape,
  onChange,
}: {
  readonly shape: PngShape;
  readonly onChange: (shape: PngShape) => void;
}) => (
  <select
    aria-label="PNG size"
    value={shape}
    onChange={({ currentTarget }) => onChange(currentTarget.value as PngShape)}
  >
    {Object.entries(PNG_SHAPES).map(([one, { words, size }]) => (
      <option key={one} value={one}>
        {words}
        {size !== null && `, ${size.width} × ${size.height}`}
      </option>
    ))}
  </select>
);

type Scale = SaveChoice["scale"];

/** PNG scale; sizes beyond the browser's limits are disabled. */
const ScaleSwitch = ({
  grid,
  scale,
  onChange,
}: {
  readonly grid: GridSize;
  readonly scale: Scale;
  readonly onChange: (scale: Scale) => void;
}) => (
  <fieldset class="seg s" aria-label="PNG scale">
    {SCALES.map((one) => (
      <button
        key={one}
        type="button"
        aria-pressed={one === scale}
        aria-label={`${one} times`}
        disabled={!canBePng(grid, one)}
        onClick={() => onChange(one)}
      >
        {one}×
      </button>
    ))}
  </fieldset>
);

/**
 * The files of the open source. Produces `wanted` one after another, to know their sizes. Not for live sources: the
 * file would show another frame than the one visible when saving.
 */
const useProducts = (wanted: readonly SaveChoice[]): Products => {
  const { worker, params, opened, live } = useStudio();
  const options = params.options.value;
  const picture = opened.value;
  const isLive = live.value !== null;
  const products = useMemo(
    () => createProducts((choice, signal) => produce(worker, options, choice, signal), !isLive),
    [worker, options, picture, isLive],
  );
  useEffect(() => products.leave, [products]);
  useEffect(() => {
    let isLeft = false;
    const makeAll = async (): Promise<void> => {
      for (const choice of isLive ? [] : wanted) {
        if (!isLeft) await products.make(choice).catch(() => {});
      }
    };
    void makeAll();
    return () => {
      isLeft = true;
    };
  }, [products, wanted, isLive]);
  return products;
};
