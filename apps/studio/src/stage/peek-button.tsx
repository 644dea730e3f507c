import { useRef } from "preact/hooks";
import { Icon } from "../chrome/icon.tsx";
import { useStudio } from "../state/use-studio.ts";
import { peek } from "./peek.ts";

/** Shows the source for as long as it is held, with a finger or a key: the phone's way to compare. */
export const PeekButton = () => {
  const { mode } = useStudio();
  const letGo = useRef<(() => void) | null>(null);
  const hold = (): void => {
    letGo.current ??= peek(mode);
  };
  const release = (): void => {
    letGo.current?.();
    letGo.current = null;
  };
  return (
    <button
      type="button"
      class="btn ghost only-phone eye"
      aria-label="Hold to see the source"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        hold();
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onBlur={release}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => (event.key === " " || event.key === "Enter") && hold()}
      onKeyUp={release}
    >
      <Icon name="eye" />
    </button>
  );
};
