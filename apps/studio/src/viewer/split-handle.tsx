import { useStudio } from "../state/studio.ts";
import { Icon } from "../ui/icon.tsx";
import type { Viewport } from "./viewport.ts";

/** The divider between source and ASCII, draggable and operable by keyboard. */
export const SplitHandle = ({ viewport }: { readonly viewport: Viewport }) => {
  const { split } = useStudio();
  const placement = viewport.placement.value;
  if (placement === null) return null;
  const { density, view, width, height } = placement;
  const lying = viewport.narrow.value;
  const seen = lying ? view.height : view.width;
  const begin = lying ? view.top : view.left;
  const whole = lying ? height : width;
  // a divider scrolled out of view waits at the edge
  const at = Math.min(seen, Math.max(0, begin + split.value * whole)) / density;
  const percent = Math.round(split.value * 100);
  const drag = (event: PointerEvent): void => {
    const handle = event.currentTarget as HTMLElement;
    if (!handle.hasPointerCapture(event.pointerId)) return;
    const art = handle.parentElement!.getBoundingClientRect();
    const point = lying ? event.clientY - art.top : event.clientX - art.left;
    split.value = Math.min(1, Math.max(0, (point * density - begin) / whole));
  };
  return (
    <>
      <div class="tags" aria-hidden="true">
        {at > 0 && <span>Source</span>}
        {at < seen / density && <span class="last">ASCII</span>}
      </div>
      <div
        class="handle"
        role="slider"
        tabIndex={0}
        aria-label="Split"
        aria-orientation={lying ? "vertical" : "horizontal"}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`ASCII ${100 - percent} %`}
        style={lying ? { top: `${at}px` } : { left: `${at}px` }}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.stopPropagation();
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          event.stopPropagation();
          viewport.cell.value = null;
          drag(event);
        }}
        onDblClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          const to = splitAfter(split.value, event.key, event.shiftKey, lying);
          if (to === null) return;
          event.preventDefault();
          split.value = to;
        }}
      >
        <i>
          <Icon name="grip" />
        </i>
      </div>
    </>
  );
};

/**
 * Where a key moves the split, 0 to 1, or null for other keys. Arrows move the divider in their direction; if it is
 * vertical, up increases the value, as on any slider.
 */
export const splitAfter = (split: number, key: string, far: boolean, lying: boolean): number | null => {
  if (key === "Home") return 0;
  if (key === "End") return 1;
  const way = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: lying ? -1 : 1, ArrowDown: lying ? 1 : -1 }[key];
  const page = { PageUp: lying ? -10 : 10, PageDown: lying ? 10 : -10 }[key];
  const percent = page ?? (way === undefined ? null : way * (far ? 10 : 1));
  return percent === null ? null : Math.min(100, Math.max(0, Math.round(split * 100) + percent)) / 100;
};
