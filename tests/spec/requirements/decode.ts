import type { AreaTable } from "./requirement.ts";

/** From bytes to a raster: what is read, what is refused, what the pixels mean. */
export const decode = {
  built: {
    "decision 1.9": {
      "decode:jpeg": "JPEG is read.",
      "decode:png": "PNG is read.",
      "decode:webp": "WebP is read.",
      "decode:gif": "GIF is read, its first frame.",
      "decode:avif": "AVIF is read.",
      "decode:sniff": "A format is recognized by its bytes, never by a name or a header.",
      "decode:unsupported": "Any other format, SVG too, is a 400 `image_format_unsupported`.",
    },
    "decision 1.10": {
      "decode:orientation": "EXIF orientation is applied.",
      "decode:profile": "An ICC profile is converted to sRGB.",
      "decode:cmyk": "CMYK is accepted.",
      "decode:depth": "16 bits a channel are accepted.",
      "decode:raster": "A raster is upright 8-bit sRGB RGBA.",
    },
    "decision 2.2": {
      "decode:unreadable": "An unreadable image is a 400 `image_unreadable`.",
      "decode:pixels": "Too many pixels are a 413 `image_too_many_pixels`.",
      "decode:hostile": "No bytes whatever end in anything but a picture or a refusal from the table.",
    },
    "decision 3": {
      "decode:limit:pixels": "The pixel limit is the operator's, by default 40 MP.",
      "decode:limit:side": "The side limit is the operator's, by default 12,000 px.",
      "decode:limit:formats": "The operator may drop an input format.",
      "decode:one-frame": "One frame is read of any format.",
    },
  },
  later: {},
} as const satisfies AreaTable;
