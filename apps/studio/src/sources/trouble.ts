import type { PictureSize } from "./picture-limits.ts";

/** Why a picture is not shown, under the API's code for the same. */
export type Trouble =
  | { readonly code: "image_format_unsupported" }
  | {
      readonly code: "image_unreadable";
      readonly name: string;
      /** Without a byte, cut short, damaged, moved since it was opened, or too much for this browser's memory. */
      readonly why: "empty" | "cut" | "damaged" | "gone" | "unshrinkable";
    }
  | { readonly code: "image_too_many_pixels"; readonly size: PictureSize }
  | {
      readonly code: "grid_too_large";
      /** Most columns that fit this picture, or null where it is too tall for any. */
      readonly fitting: number | null;
    };
