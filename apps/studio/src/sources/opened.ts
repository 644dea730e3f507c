import type { SourceInfo } from "@lumiglyph/engine";

/** A picture that has been opened: what the page itself shows of it. Its pixels live in the Worker. */
export type Opened = {
  readonly name: string;
  readonly info: SourceInfo;
  /** The file itself, for the source side of the split and for opening it again after an undo. */
  readonly file: Blob;
  /** An object URL of `file`, or of an upright copy of it; revoked when nothing refers to the picture any more. */
  readonly url: string;
};
