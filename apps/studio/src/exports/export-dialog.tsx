import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { SaveChoice, Studio } from "../state/studio.ts";
import { useStudio } from "../state/use-studio.ts";
import { CopyAs } from "./copy-as.tsx";
import { gridOf } from "./grid-of.ts";
import { MotionRows } from "./motion-rows.tsx";
import { OptionSwitch } from "./option-switch.tsx";
import { NO_PNG, pngSize, possibleChoice } from "./png-size.ts";
import { SaveRow } from "./save-row.tsx";
import { canAskWhere } from "./save-target.ts";
import { ScaleSwitch } from "./scale-switch.tsx";
import { usePopover } from "./use-popover.ts";
import { useProducts } from "./use-products.ts";

/** Everything that the picture can be saved or copied as, with exact sizes. */
export const ExportDialog = () => {
  const studio = useStudio();
  const popover = usePopover(studio.dialog);
  return (
    <div class="pop export" ref={popover} popover="auto" role="dialog" aria-label="Export" tabIndex={-1}>
      {studio.opened.value !== null && <Formats studio={studio} />}
    </div>
  );
};

/** The API's formats, in the order of the sheet. */
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
  const parsed = params.parsed.value;
  const grid = gridOf(opened.value!, parsed);
  const { scale: wantedScale, transparent } = saveChoice.value;
  const png = possibleChoice({ format: "png", scale: wantedScale, transparent }, grid);
  const scale = png?.scale ?? 1;
  const choose = (change: Partial<SaveChoice>): void => {
    saveChoice.value = { ...saveChoice.peek(), ...change };
  };
  const asks = useSignal(false);
  const isPossible = png !== null;
  const products = useProducts(
    useMemo(
      () => [
        ...TEXTS.map(([format]) => choiceOf(format)),
        ...(isPossible ? [{ format: "png", scale, transparent } as const] : []),
      ],
      [scale, transparent, isPossible],
    ),
  );
  const { width, height } = pngSize(grid, scale);
  const ground = transparent ? "no ground" : `${parsed.params.invert ? "paper" : "black"} ground`;
  return (
    <>
      {isLive && <MotionRows studio={studio} asks={asks.value} />}
      <h2>
        {isLive ? "This frame" : "Picture"}
        <ScaleSwitch grid={grid} scale={scale} onChange={(one) => choose({ scale: one })} />
      </h2>
      <SaveRow
        choice={{ format: "png", scale, transparent }}
        words={isPossible ? `${width} × ${height}, ${ground}` : NO_PNG}
        products={products}
        asks={asks.value}
        disabled={!isPossible}
      />
      <OptionSwitch words="Transparent ground" isOn={transparent} onChange={(isOn) => choose({ transparent: isOn })} />
      {!isLive && <h2>Text</h2>}
      <div class="two">
        {TEXTS.map(([format, words]) => (
          <SaveRow key={format} choice={choiceOf(format)} words={words} products={products} asks={asks.value} />
        ))}
      </div>
      <h2>Copy as</h2>
      <CopyAs canBePicture={isPossible} isStill={!isLive} />
      <footer>
        <span>Encoded on this device. Sizes are exact{isLive ? " for text, estimates for video" : ""}.</span>
        {canAskWhere() && (
          <OptionSwitch
            words="Ask where to save"
            isOn={asks.value}
            onChange={(isOn) => {
              asks.value = isOn;
            }}
          />
        )}
      </footer>
    </>
  );
};

/** A text has no scale and no ground; what stands there for them is the PNG's. */
const choiceOf = (format: SaveChoice["format"]): SaveChoice => ({ format, scale: 1, transparent: false });
