import "../styles/crop.css";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import {
  type Box,
  boxOfShape,
  type Crop,
  cropImage,
  draggedBox,
  drawTurned,
  type Handle,
  turnedSize,
  WHOLE,
} from "../sources/crop.ts";
import type { PictureSize } from "../state/source.ts";
import { useStudio } from "../state/studio.ts";
import { Icon, LineIcon } from "../ui/icon.tsx";
import { useModal } from "./use-modal.ts";

/** Crops, turns and mirrors the open picture. The result is opened in its place; undo brings the old one back. */
export const CropDialog = () => {
  const { dialog, opened, toast, openEdited } = useStudio();
  const { ref, close, onClose } = useModal(dialog);
  const crop = useSignal(WHOLE);
  const shape = useSignal<number | null>(null);
  const isBusy = useSignal(false);
  const picture = opened.value;
  if (picture === null) return null;
  const { turns, isMirrored, box } = crop.value;
  const size = turnedSize(picture.info, turns);

  const reshape = (wanted: number | null, now: Crop = crop.peek()): void => {
    shape.value = wanted;
    const turned = turnedSize(picture.info, now.turns);
    crop.value = wanted === null ? now : { ...now, box: boxOfShape(wanted, turned) };
  };
  const turn = (by: number): void =>
    // a mirrored picture is turned before it is mirrored
    reshape(shape.peek(), { ...crop.peek(), turns: (turns + (isMirrored ? -by : by) + 4) % 4, box: WHOLE.box });
  const apply = async (): Promise<void> => {
    isBusy.value = true;
    try {
      const file = await cropImage(picture.file, crop.peek());
      // the dialog was closed, or another picture opened
      if (dialog.peek() !== "crop" || opened.peek() !== picture) return;
      close();
      await openEdited(file, picture.name);
    } catch {
      toast("The picture could not be cropped.");
    }
    isBusy.value = false;
  };
  const pixels = { width: Math.round(box.width * size.width), height: Math.round(box.height * size.height) };
  const isWhole = JSON.stringify(crop.value) === JSON.stringify(WHOLE);
  return (
    <dialog class="pop crop" ref={ref} aria-labelledby="crop-title" onClose={onClose}>
      <div class="kh">
        <h2 id="crop-title">Crop and rotate</h2>
        <span class="grow" />
        <button type="button" class="btn ghost" aria-label="Close" title="Close, Esc" onClick={close}>
          <Icon name="x" />
        </button>
      </div>
      <Stage
        file={picture.file}
        size={size}
        crop={crop.value}
        shape={shape.value}
        onBox={(moved) => {
          crop.value = { ...crop.peek(), box: moved };
        }}
      />
      <div class="tools">
        <fieldset class="seg s" aria-label="Shape">
          {SHAPES.map(([words, wanted]) => (
            <button key={words} type="button" aria-pressed={shape.value === wanted} onClick={() => reshape(wanted)}>
              {words}
            </button>
          ))}
        </fieldset>
        <span class="grow" />
        <button type="button" class="btn line" aria-label="Rotate left" title="Rotate left" onClick={() => turn(-1)}>
          <LineIcon path="M2.5 3.5v3.3h3.3M3 6.6a5.4 5.4 0 1 1-.3 3.6" />
        </button>
        <button type="button" class="btn line" aria-label="Rotate right" title="Rotate right" onClick={() => turn(1)}>
          <LineIcon path="M13.5 3.5v3.3h-3.3M13 6.6a5.4 5.4 0 1 0 .3 3.6" />
        </button>
        <button
          type="button"
          class="btn line"
          aria-pressed={isMirrored}
          aria-label="Mirror"
          title="Mirror"
          onClick={() => {
            crop.value = { ...crop.peek(), isMirrored: !isMirrored, box: { ...box, x: 1 - box.x - box.width } };
          }}
        >
          <LineIcon path="M8 2v12M5.5 4.5L2 11.5h3.5zM10.5 4.5l3.5 7h-3.5z" />
        </button>
      </div>
      <footer>
        <span class="mono">
          {pixels.width} × {pixels.height}
        </span>
        <span class="grow" />
        <button
          type="button"
          class="btn line"
          disabled={isWhole}
          onClick={() => {
            shape.value = null;
            crop.value = WHOLE;
          }}
        >
          Reset
        </button>
        <button type="button" class="btn go" disabled={isWhole || isBusy.value} onClick={apply}>
          Apply
        </button>
      </footer>
    </dialog>
  );
};

/** Width divided by height; null is any. */
const SHAPES: readonly (readonly [string, number | null])[] = [
  ["Free", null],
  ["1:1", 1],
  ["4:5", 4 / 5],
  ["3:2", 3 / 2],
  ["16:9", 16 / 9],
  ["9:16", 9 / 16],
];

type StageProps = {
  readonly file: Blob;
  readonly size: PictureSize;
  readonly crop: Crop;
  readonly shape: number | null;
  readonly onBox: (box: Box) => void;
};

/** The picture with the box over it. */
const Stage = ({ file, size, crop, shape, onBox }: StageProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const bitmap = useSignal<ImageBitmap | null>(null);
  const { turns, isMirrored, box } = crop;
  const scale = Math.min(1, MOST.width / size.width, MOST.height / size.height);
  const shown = {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
  useEffect(() => {
    let isLeft = false;
    const load = async (): Promise<void> => {
      const loaded = await createImageBitmap(file);
      if (isLeft) loaded.close();
      else bitmap.value = loaded;
    };
    load().catch(() => {});
    return () => {
      isLeft = true;
      bitmap.peek()?.close();
    };
  }, [file, bitmap]);
  useEffect(() => {
    const context = canvas.current!.getContext("2d")!;
    context.clearRect(0, 0, shown.width, shown.height);
    if (bitmap.value !== null) drawTurned(context, bitmap.value, { turns, isMirrored }, shown);
  }, [bitmap.value, turns, isMirrored, shown.width, shown.height]);

  const ratio = shape === null ? null : (shape * size.height) / size.width;
  const drag = (start: PointerEvent, handle: Handle): void => {
    start.preventDefault();
    start.stopPropagation();
    const target = start.currentTarget as HTMLElement;
    target.setPointerCapture(start.pointerId);
    const { width, height } = area.current!.getBoundingClientRect();
    const onMove = (event: PointerEvent): void => {
      const by = { x: (event.clientX - start.clientX) / width, y: (event.clientY - start.clientY) / height };
      onBox(draggedBox(box, handle, by, ratio));
    };
    target.addEventListener("pointermove", onMove);
    target.addEventListener("lostpointercapture", () => target.removeEventListener("pointermove", onMove), {
      once: true,
    });
  };
  const press = (event: KeyboardEvent, handle: Handle): void => {
    const way = WAYS[event.key];
    if (way === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const step = event.shiftKey ? 0.1 : 0.01;
    onBox(draggedBox(box, handle, { x: way[0] * step, y: way[1] * step }, ratio));
  };
  const percent = (share: number): string => `${(100 * share).toFixed(3)}%`;
  const place = {
    left: percent(box.x),
    top: percent(box.y),
    width: percent(box.width),
    height: percent(box.height),
  };
  return (
    <div class="cropstage">
      <div
        class="area"
        ref={area}
        style={{ width: `${shown.width}px`, aspectRatio: `${shown.width} / ${shown.height}` }}
      >
        <canvas ref={canvas} width={shown.width} height={shown.height} role="img" aria-label="The picture" />
        <div class="shade">
          <i style={place} />
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a box that is moved is no fieldset */}
        <div
          class="box"
          role="group"
          aria-label="Part to keep"
          style={place}
          onPointerDown={(event) => drag(event, "all")}
        >
          <button
            type="button"
            class="whole"
            aria-label="Move the part, with the arrow keys"
            onKeyDown={(event) => press(event, "all")}
          />
          {CORNERS.map(([handle, words]) => (
            <button
              key={handle}
              type="button"
              class="corner"
              data-corner={handle}
              aria-label={`${words} corner, with the arrow keys`}
              onPointerDown={(event) => drag(event, handle)}
              onKeyDown={(event) => press(event, handle)}
            />
          ))}
        </div>
      </div>
    </div>
  );
};

const CORNERS = [
  ["nw", "Upper left"],
  ["ne", "Upper right"],
  ["sw", "Lower left"],
  ["se", "Lower right"],
] as const;

const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Largest size of the picture in the dialog, in CSS pixels. */
const MOST: PictureSize = { width: 640, height: 420 };
