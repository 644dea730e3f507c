import type { DecodedImage } from "../worker/render-worker.ts";
import type { CameraError, Opened, OpenResult, SourceKind } from "./source.ts";

/** What the studio needs of the browser; `browserHost` is the real one. */
export type Host = {
  /** Milliseconds that never run backwards. */
  readonly clock: () => number;
  /** Runs once before the next frame is painted. */
  readonly nextFrame: (run: () => void) => void;
  /** Runs once after so many milliseconds, unless the function that is given back is called before. */
  readonly later: (run: () => void, milliseconds: number) => () => void;
  /** Where preferences are remembered. It may throw; null where there is none. */
  readonly storage: Pick<Storage, "getItem" | "setItem"> | null;
  readonly address: {
    /** The query of the page's address, with its question mark, or empty. */
    readonly query: () => string;
    /** Puts another query there, without a new entry in the browser's history. */
    readonly setQuery: (query: string) => void;
  };
  /** Object URLs. */
  readonly urls: { readonly create: (file: Blob) => string; readonly revoke: (url: string) => void };
  /** Shows the file picker, for files of one kind or of both; null where nothing was picked. */
  readonly pick: (kind?: Exclude<SourceKind, "camera">) => Promise<File | null>;
  /** A file's first frame as pixels. Rejects where the browser cannot read it. */
  readonly decode: (file: Blob) => Promise<DecodedImage>;
  /** A copy of a picture that is no larger than a picture may be. Rejects where the browser cannot make one. */
  readonly shrink: (file: Blob) => Promise<Blob>;
  /** The first frame of a picture that moves, as a picture of its own. */
  readonly still: (file: Blob) => Promise<Blob>;
  /** A video that has been made ready to be played. Rejects where the code for it is not there. */
  readonly play: (video: Pick<Opened, "file" | "name" | "url">) => Promise<OpenResult>;
  /** A camera, the one of this id or any. `onLost` is told when it is taken away later. Rejects like `play`. */
  readonly openCamera: (id: string | undefined, onLost: (error: CameraError) => void) => Promise<OpenResult>;
};
