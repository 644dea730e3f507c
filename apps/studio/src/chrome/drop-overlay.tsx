import { useEffect, useState } from "preact/hooks";
import { useStudio } from "../state/use-studio.ts";
import { type Dragged, draggedOf } from "./dragged.ts";
import { Icon } from "./icon.tsx";

/** The whole window takes a file. This is what it says while one is held over it. */
export const DropOverlay = () => {
  const studio = useStudio();
  const [dragged, setDragged] = useState<Dragged | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    listen(window, setDragged, (file) => studio.open(file, file.name), leaving.signal);
    return () => leaving.abort();
  }, [studio]);
  if (dragged === null) return null;
  const replaced = studio.opened.value?.name;
  return (
    <div class="drop" role="status" data-bad={dragged.good ? undefined : ""}>
      <div class="say">
        <h2>{dragged.good ? "Let go to open" : "Not a picture we can read"}</h2>
        <p>
          {!dragged.good
            ? "Use JPEG, PNG, WebP, GIF or AVIF."
            : replaced === undefined
              ? "It stays on this device."
              : `Replaces ${replaced}. Undo brings it back.`}
        </p>
        <span class="dragged">
          <Icon name={dragged.good ? "image" : "x"} />
          {dragged.words}
        </span>
      </div>
    </div>
  );
};

/** Tells what is dragged over a window, and gives what is dropped. Entering a child comes before leaving its parent, so both are counted. */
const listen = (
  target: Window,
  over: (dragged: Dragged | null) => void,
  drop: (file: File) => void,
  signal: AbortSignal,
): void => {
  let depth = 0;
  const on = <Type extends "dragenter" | "dragover" | "dragleave" | "drop">(
    type: Type,
    act: (transfer: DataTransfer) => void,
  ): void =>
    target.addEventListener(
      type,
      (event) => {
        if (event.dataTransfer === null || !event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        act(event.dataTransfer);
      },
      { signal },
    );
  on("dragenter", ({ items }) => {
    if (depth++ === 0) over(draggedOf(items));
  });
  on("dragover", (transfer) => {
    transfer.dropEffect = "copy";
  });
  on("dragleave", () => {
    if (--depth === 0) over(null);
  });
  on("drop", ({ files }) => {
    depth = 0;
    over(null);
    if (files[0] !== undefined) drop(files[0]);
  });
};
