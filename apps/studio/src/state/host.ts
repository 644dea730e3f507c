import type { InputFormat, RenderOptions } from "@lumiglyph/contract";
import type { SentPicture } from "../worker/pictures.ts";
import type { CameraError, Opened, OpenResult, PictureSize, SourceKind } from "./source.ts";

/** What the studio needs from the browser; `browserHost` is the real one. */
export type Host = {
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** Runs once before the next repaint. */
  readonly nextFrame: (run: () => void) => void;
  /** Runs once after this many milliseconds, unless the returned function is called first. */
  readonly later: (run: () => void, milliseconds: number) => () => void;
  /** Where preferences are stored. May throw; null if there is none. */
  readonly storage: Pick<Storage, "getItem" | "setItem"> | null;
  readonly address: {
    /** The query of the page's URL, with its question mark, or empty. */
    readonly query: () => string;
    /** Replaces the query without adding a history entry. */
    readonly setQuery: (query: string) => void;
  };
  /** Object URLs. */
  readonly urls: { readonly create: (file: Blob) => string; readonly revoke: (url: string) => void };
  /**
   * The open picture, stored on this device over a reload of the page. Both calls may reject: then
   * nothing is stored.
   */
  readonly kept: {
    readonly put: (picture: { readonly file: Blob; readonly name: string }) => Promise<void>;
    readonly get: () => Promise<{ readonly file: Blob; readonly name: string } | null>;
    readonly forget: () => Promise<void>;
  };
  /** Shows the file picker for one kind of file or for both; null if nothing was picked. */
  readonly pick: (kind?: Exclude<SourceKind, "camera">) => Promise<File | null>;
  /** Decodes a file's first frame. Rejects if the browser cannot read it. */
  readonly decode: (file: Blob) => Promise<SentPicture>;
  /** A small copy of a large image, given the size in its header. Rejects if the browser cannot read it. */
  readonly glance: (file: Blob, format: InputFormat, size: PictureSize) => Promise<SentPicture>;
  /** The options that suit an image, by its kind. */
  readonly suit: (image: SentPicture) => Promise<RenderOptions>;
  /** A copy of an image, shrunk to the size limit. Rejects if the browser cannot make one. */
  readonly shrink: (file: Blob) => Promise<Blob>;
  /** A vector drawing as a PNG. Rejects if the browser cannot read it. */
  readonly drawSvg: (file: Blob) => Promise<Blob>;
  /** The first frame of an animated image, as an image. */
  readonly still: (file: Blob) => Promise<Blob>;
  /** An animated image as a video; null if it has one frame or the browser cannot convert it. */
  readonly animate: (file: Blob, mediaType: string) => Promise<Blob | null>;
  /** Opens a video for playback. Rejects if its code cannot be loaded. */
  readonly play: (video: Pick<Opened, "file" | "name" | "url">) => Promise<OpenResult>;
  /** Opens a camera, by id or any. Calls `onLost` if it is lost later. Rejects like `play`. */
  readonly openCamera: (id: string | undefined, onLost: (error: CameraError) => void) => Promise<OpenResult>;
};
