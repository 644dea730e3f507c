import { useStudio } from "../state/use-studio.ts";
import type { Easel } from "./create-easel.ts";

/** The art as text that can be selected, as large as the art is. */
export const TextView = ({ easel }: { readonly easel: Easel }) => {
  const proof = useStudio().darkroom.proof.value;
  const placement = easel.placement.value;
  const room = easel.room.value;
  if (proof === null || placement === null || room === null) return null;
  const wide = room.width / room.density;
  const size = ((placement.view.cell / room.density) * (wide - FRAME)) / wide / ADVANCE;
  return (
    <pre
      class="plain"
      role="document"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach what scrolls
      tabIndex={0}
      aria-label={`The picture as text, ${proof.size.columns} by ${proof.size.rows} characters`}
      style={{ fontSize: `max(6px, ${size}px)` }}
    >
      {proof.lines.join("\n")}
    </pre>
  );
};

/** Width of a character in JetBrains Mono, in em. */
const ADVANCE = 0.6;

/** What the frame around the text takes of the width, in CSS pixels. */
const FRAME = 34;
