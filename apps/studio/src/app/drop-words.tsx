import { useStudio } from "../state/studio.ts";
import { Icon } from "../ui/icon.tsx";

/** What becomes of the files that are held over the page. */
export const DropWords = ({ items }: { readonly items: readonly DraggedItem[] }) => {
  const replaced = useStudio().opened.value?.name;
  const dragged = draggedOf(items);
  if (dragged === null) return null;
  return (
    <div class="drop" role="status" data-bad={dragged.good ? undefined : ""}>
      <div class="say">
        <h2>{dragged.good ? "Let go to open" : "Not a picture we can read"}</h2>
        <p>
          {!dragged.good
            ? "Use JPEG, PNG, WebP, GIF or AVIF, or a video."
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

/** What is being dragged over the page, as far as a browser tells before it is let go: of a file its type, not its name. */
export type Dragged = { readonly good: boolean; readonly words: string };

/** As much of something that is dragged as is looked at. */
export type DraggedItem = Pick<DataTransferItem, "kind" | "type">;

/** Judges the first file of a drag; null where there is none, only text for example. */
export const draggedOf = (items: Iterable<DraggedItem>): Dragged | null => {
  const file = [...items].find(({ kind }) => kind === "file");
  if (file === undefined) return null;
  // some systems tell no type: then the file itself will
  if (file.type === "") return { good: true, words: "File" };
  if (READABLE.includes(file.type)) return { good: true, words: "Image" };
  if (file.type.startsWith("video/")) return { good: true, words: "Video" };
  return { good: false, words: `Not supported${endingOf(file.type)}` };
};

const READABLE = ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif", "image/apng"];

/** Of `application/pdf` it is `: .pdf`; of types whose names are no endings, nothing. */
const endingOf = (type: string): string => {
  const name = /\/(?:x-)?([a-z0-9]{2,5})(?:\+|$)/.exec(type)?.[1];
  return name === undefined ? "" : `: .${ENDINGS[name] ?? name}`;
};

const ENDINGS: Readonly<Record<string, string>> = { plain: "txt", mpeg: "mp3" };
