import { useEffect, useRef } from "preact/hooks";
import { useStudio } from "../state/use-studio.ts";
import type { LiveSource } from "./live-source.ts";

type ScreenProps = {
  readonly source: LiveSource;
  /** Where it lies under the art, and how much of it is seen. */
  readonly style: Record<string, string>;
};

/** The source itself, in the place of the art. */
export const Screen = ({ source, style }: ScreenProps) => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { element, isPlaying } = source;
    place.current!.append(element);
    // an element that is moved in the document is paused
    if (isPlaying.peek() && element.paused) element.play().catch(() => {});
    return () => element.remove();
  }, [source]);
  return (
    <div
      class="source screen"
      role="img"
      aria-label={`Source of the art, ${useStudio().opened.value?.name}`}
      data-mirrored={source.isMirrored.value || undefined}
      ref={place}
      style={style}
    />
  );
};
