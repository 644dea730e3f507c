import type { DecodedImage } from "../darkroom/darkroom.ts";
import type { LiveSource } from "../live/live-source.ts";
import type { Opened } from "./opened.ts";
import type { SourceError } from "./trouble.ts";

/** A picture with its pixels, a source that gives frames, or why there is neither. */
export type OpenResult = OpenedSource | { readonly error: SourceError };

/** What can be shown. */
export type OpenedSource =
  | { readonly opened: Opened; readonly image: DecodedImage }
  | { readonly opened: Opened; readonly live: LiveSource };
