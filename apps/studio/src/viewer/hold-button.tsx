import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";

type HoldButtonProps = {
  readonly class: string;
  /** Accessible name, where the content does not give one. */
  readonly name?: string;
  /** Called when the press begins; the returned function is called when it ends. */
  readonly hold: () => () => void;
  readonly children: ComponentChildren;
};

/** A button that acts while it is held, by pointer or key. */
export const HoldButton = ({ class: classes, name, hold, children }: HoldButtonProps) => {
  const letGo = useRef<(() => void) | null>(null);
  const begin = (): void => {
    letGo.current ??= hold();
  };
  const release = (): void => {
    letGo.current?.();
    letGo.current = null;
  };
  return (
    <button
      type="button"
      class={classes}
      aria-label={name}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        begin();
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onBlur={release}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => (event.key === " " || event.key === "Enter") && begin()}
      onKeyUp={release}
    >
      {children}
    </button>
  );
};
