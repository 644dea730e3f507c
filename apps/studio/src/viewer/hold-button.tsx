import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";

type HoldButtonProps = {
  readonly class: string;
  /** Its name, where what is in it does not say it. */
  readonly name?: string;
  /** Begins; what it gives back ends it. */
  readonly hold: () => () => void;
  readonly children: ComponentChildren;
};

/** Does something for as long as it is held, with a pointer or a key. */
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
