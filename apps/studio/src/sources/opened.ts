import type { SourceInfo } from "@lumiglyph/engine";

/** What the stage shows, as far as the page itself knows it: a picture, whose pixels live in the Worker, or what moves. */
export type Opened = {
  readonly name: string;
  readonly kind: SourceKind;
  readonly info: SourceInfo;
  /** The file itself, for the source side of the split and for opening it again after an undo; of a camera an empty one. */
  readonly file: Blob;
  /**
   * An object URL of `file`, or of an upright copy of it; revoked when nothing refers to the picture any more. Of a camera the
   * browser's name for it.
   */
  readonly url: string;
};

export type SourceKind = "image" | "video" | "camera";
