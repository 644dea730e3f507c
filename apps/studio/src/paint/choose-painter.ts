import type { View } from "../darkroom/view.ts";
import type { GlyphAtlas } from "./atlas.ts";
import { createCpuPainter } from "./cpu-painter.ts";
import type { OpenGl } from "./gpu-painter.ts";
import type { PaintedPage } from "./page.ts";
import type { Painter } from "./painter.ts";

type Parts = {
  readonly canvas: OffscreenCanvas;
  readonly atlas: GlyphAtlas;
  /** Is told when another kind of painter has taken over. */
  readonly changed: (kind: Painter["kind"]) => void;
  readonly openGl?: OpenGl;
};

/**
 * The painter that suits the machine. The processor paints first, since it can at once; then a graphics processor is looked
 * for and takes over, for as long as it keeps its context.
 */
export const choosePainter = ({ canvas, atlas, changed, openGl }: Parts): Painter => {
  const stage = canvas.getContext("2d")!;
  let painter = createCpuPainter(stage, atlas);
  let isLookedFor = false;
  let page: PaintedPage | null = null;
  let view: View | null = null;

  const handTo = (next: Painter): void => {
    if (page !== null && view !== null) next.paint(page, view);
    painter = next;
    changed(next.kind);
  };
  const lookForGpu = async (): Promise<void> => {
    const { createGpuPainter } = await import("./gpu-painter.ts");
    const next = createGpuPainter(stage, atlas, () => handTo(createCpuPainter(stage, atlas)), openGl);
    if (next !== null) handTo(next);
  };
  return {
    get kind() {
      return painter.kind;
    },
    paint: (...given) => {
      [page, view] = given;
      painter.paint(page, view);
      // whatever keeps it from painting, the processor goes on
      if (!isLookedFor) setTimeout(() => lookForGpu().catch(() => undefined));
      isLookedFor = true;
    },
  };
};
