import type { DecodedImage } from "../darkroom/darkroom.ts";
import type { LiveSource } from "../live/live-source.ts";
import type { Opened } from "./opened.ts";
import type { Trouble } from "./trouble.ts";

/** A picture with its pixels, a source that gives frames, or why there is neither. */
export type Opening = Found | { readonly trouble: Trouble };

/** What can be shown. */
export type Found =
  | { readonly opened: Opened; readonly image: DecodedImage }
  | { readonly opened: Opened; readonly live: LiveSource };
