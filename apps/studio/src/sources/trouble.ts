import type { PictureSize } from "./picture-limits.ts";

/** Why a picture is not shown, under the API's code for the same; what the API has no part in has codes of its own. */
export type SourceError =
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
    }
  | { readonly code: "video_codec_unsupported"; readonly codec: string }
  /** Damaged, or a file that has nothing but sound. */
  | { readonly code: "video_unreadable"; readonly name: string; readonly why: "damaged" | "soundOnly" }
  | CameraError;

/** Why there is no picture from a camera. */
export type CameraError = {
  readonly code: "permission_denied" | "camera_not_found" | "camera_busy" | "camera_unplugged" | "insecure_page";
  /** Resolves as soon as it is worth another try: leave was given, a camera was plugged in. */
  readonly cleared?: Promise<void>;
};
