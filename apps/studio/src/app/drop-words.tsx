import { useStudio } from "../state/studio.ts";
import { Icon } from "../ui/icon.tsx";

/** The drop overlay's text: what will happen to the dragged files. */
export const DropWords = ({ items }: { readonly items: readonly DraggedItem[] }) => {
  const replaced = useStudio().opened.value?.name;
  const dragged = draggedOf(items);
  if (dragged === null) return null;
  return (
    <div class="drop" role="status" data-bad={dragged.good ? undefined : ""}>
      <div class="say">
        <h2>{dragged.good ? "Drop to open" : "Not a picture we can read"}</h2>
        <p>
          {!dragged.good
            ? "JPEG, PNG, WebP, GIF, AVIF and SVG work, and videos."
            : replaced === undefined
              ? "It stays on this device."
              : `Replaces ${replaced}. Undo brings it back.`}
        </p>
        <span class="dragged">
          <Icon name={dragged.good ? (dragged.words === "Video" ? "video" : "image") : "x"} />
          {dragged.words}
        </span>
      </div>
    </div>
  );
};

/** What is known about a dragged file before it is dropped: its type, but not its name. */
export type Dragged = { readonly good: boolean; readonly words: string };

/** The fields of a dragged item that are used. */
export type DraggedItem = Pick<DataTransferItem, "kind" | "type">;

/** Describes the first dragged file; null if no file is dragged, for example only text. */
export const draggedOf = (items: Iterable<DraggedItem>): Dragged | null => {
  const file = [...items].find(({ kind }) => kind === "file");
  if (file === undefined) return null;
  // some systems report no type; the file's content decides after the drop
  if (file.type === "") return { good: true, words: "File" };
  if (READABLE.includes(file.type)) return { good: true, words: "Image" };
  if (file.type.startsWith("video/")) return { good: true, words: "Video" };
  return { good: false, words: `Not supported${endingOf(file.type)}` };
};

const READABLE = ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif", "image/apng", "image/svg+xml"];

/** `: .pdf` for `application/pdf`; empty for types whose names are not file extensions. */
const endingOf = (type: string): string => {
  const name = /\/(?:x-)?([a-z0-9]{2,5})(?:\+|$)/.exec(type)?.[1];
  return name === undefined ? "" : `: .${ENDINGS[name] ?? name}`;
};

const ENDINGS: Readonly<Record<string, string>> = { plain: "txt", mpeg: "mp3" };
