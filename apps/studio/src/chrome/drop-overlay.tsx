import { useEffect, useState } from "preact/hooks";
import { useChunk } from "../state/use-chunk.ts";
import { useStudio } from "../state/use-studio.ts";
import type { DraggedItem } from "./dragged.ts";

/** The whole window takes a file. What it says while one is held over it is fetched by itself. */
export const DropOverlay = () => {
  const studio = useStudio();
  const [dragged, setDragged] = useState<readonly DraggedItem[] | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    listen(window, setDragged, (file) => studio.open(file, file.name), leaving.signal);
    return () => leaving.abort();
  }, [studio]);
  const chunk = useChunk(fetchWords, dragged !== null);
  if (dragged === null || chunk === null || chunk === "missing") return null;
  return <chunk.DropWords items={dragged} />;
};

const fetchWords = () => import("./drop-words.tsx");

/** Tells what is dragged over a window, and gives what is dropped. Entering a child comes before leaving its parent, so both are counted. */
const listen = (
  target: Window,
  over: (dragged: readonly DraggedItem[] | null) => void,
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
    if (depth++ === 0) over(Array.from(items, ({ kind, type }) => ({ kind, type })));
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
