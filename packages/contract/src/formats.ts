import type { FormatId, TextFormat } from "./params.ts";

/** An output format: its media type, file extension and display name. */
export type Format = { readonly mediaType: string; readonly extension: string; readonly label: string };

/** The six output formats of specification 2.3, and `png`. */
export const FORMATS = {
  text: { mediaType: "text/plain", extension: "txt", label: "Plain text" },
  ansi: { mediaType: "text/plain", extension: "ans", label: "ANSI (truecolor)" },
  html: { mediaType: "text/html", extension: "html", label: "HTML" },
  json: { mediaType: "application/json", extension: "json", label: "JSON" },
  "json-compact": { mediaType: "application/json", extension: "json", label: "Compact JSON + chroma" },
  svg: { mediaType: "image/svg+xml", extension: "svg", label: "SVG" },
  png: { mediaType: "image/png", extension: "png", label: "PNG" },
} as const satisfies Record<FormatId, Format>;

/** The formats that are text, all but `png`. */
export const TEXT_FORMATS = (Object.keys(FORMATS) as readonly FormatId[]).filter(
  (id): id is TextFormat => id !== "png",
);

/** The `Content-Type` of a format: JSON is UTF-8 by definition, other text declares it. */
export const contentType = (format: FormatId): string => {
  const { mediaType } = FORMATS[format];
  return mediaType === "application/json" || format === "png" ? mediaType : `${mediaType}; charset=utf-8`;
};

/** Raster formats that can be read, detected by content only. */
export const INPUT_FORMATS = {
  jpeg: { mediaType: "image/jpeg", label: "JPEG" },
  png: { mediaType: "image/png", label: "PNG" },
  webp: { mediaType: "image/webp", label: "WebP" },
  gif: { mediaType: "image/gif", label: "GIF" },
  avif: { mediaType: "image/avif", label: "AVIF" },
} as const;

export type InputFormat = keyof typeof INPUT_FORMATS;

export const INPUT_FORMAT_NAMES = Object.keys(INPUT_FORMATS) as readonly InputFormat[];
