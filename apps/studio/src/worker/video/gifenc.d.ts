/** As much of gifenc 1.0.3 as is used: it brings no types. */
declare module "gifenc" {
  type Color = readonly [number, number, number];

  export type GifFrameOptions = {
    /** Of the first frame, for all: at most 256. */
    readonly palette?: readonly Color[];
    /** Milliseconds, in whole hundredths of a second. */
    readonly delay: number;
    readonly transparent: boolean;
    readonly transparentIndex: number;
    /** 1: the frame stays, and the next is laid over it. */
    readonly dispose: number;
    /** Bits of a place in the palette. */
    readonly colorDepth: number;
    /** 0: forever. */
    readonly repeat: number;
  };

  export function GIFEncoder(): {
    writeFrame(places: Uint8Array, width: number, height: number, options: GifFrameOptions): void;
    finish(): void;
    bytesView(): Uint8Array<ArrayBuffer>;
  };

  /** At most so many colors that come near to those of the pixels. */
  export function quantize(
    rgba: Uint8Array | Uint8ClampedArray,
    maxColors: number,
    /** Bits a channel by which colors are told apart before those that are near are joined. */
    options: { readonly format: "rgb444" | "rgb565" },
  ): Color[];
}
