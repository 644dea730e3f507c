/** The parts of gifenc 1.0.3 that are used; it has no types. */
declare module "gifenc" {
  type Color = readonly [number, number, number];

  export type GifFrameOptions = {
    /** From the first frame, for all: at most 256 colors. */
    readonly palette?: readonly Color[];
    /** Milliseconds, in multiples of 10. */
    readonly delay: number;
    readonly transparent: boolean;
    readonly transparentIndex: number;
    /** 1: the frame stays, and the next is drawn over it. */
    readonly dispose: number;
    /** Bits per palette index. */
    readonly colorDepth: number;
    /** 0: forever. */
    readonly repeat: number;
  };

  export function GIFEncoder(): {
    writeFrame(places: Uint8Array, width: number, height: number, options: GifFrameOptions): void;
    finish(): void;
    bytesView(): Uint8Array<ArrayBuffer>;
  };

  /** At most this many colors close to those of the pixels. */
  export function quantize(
    rgba: Uint8Array | Uint8ClampedArray,
    maxColors: number,
    /** Bits per channel by which colors are distinguished before merging. */
    options: { readonly format: "rgb444" | "rgb565" },
  ): Color[];
}
