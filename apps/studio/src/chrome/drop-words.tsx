import { useStudio } from "../state/use-studio.ts";
import { type DraggedItem, draggedOf } from "./dragged.ts";
import { Icon } from "./icon.tsx";

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
