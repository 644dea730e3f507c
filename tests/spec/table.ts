/** A parameter as specified. `step` is how far outside of the range tests look for a refusal. */
export type SpecifiedParameter = Readonly<
  { name: string } & (
    | { kind: "integer" | "float"; min: number; max: number; step: number; default: number }
    | { kind: "enum"; values: readonly string[]; default: string }
    | { kind: "boolean"; default: boolean }
    | { kind: "color"; default: string }
  )
>;

/** A share from 0 to 1. */
const SHARE = { kind: "float", min: 0, max: 1, step: 0.001 } as const;
const OFF = { kind: "boolean", default: false } as const;

/** Specification 2.2, the only copy in tests. `parameters.test.ts` compares it with the document. */
export const SPECIFIED = [
  { name: "columns", kind: "integer", min: 8, max: 400, step: 1, default: 120 },
  {
    name: "charset",
    kind: "enum",
    values: ["standard", "detailed", "blocks", "binary", "dots", "minimal"],
    default: "detailed",
  },
  {
    name: "format",
    kind: "enum",
    values: ["text", "ansi", "html", "json", "json-compact", "svg"],
    default: "text",
  },
  { name: "color", ...OFF },
  { name: "invert", ...OFF },
  { name: "contrast", kind: "float", min: 0.2, max: 4, step: 0.001, default: 1.15 },
  { name: "brightness", kind: "float", min: -150, max: 150, step: 0.1, default: 0 },
  { name: "saturation", kind: "float", min: 0, max: 4, step: 0.001, default: 1.4 },
  { name: "gamma", kind: "float", min: 0.2, max: 3, step: 0.001, default: 1 },
  { name: "edges", ...OFF },
  { name: "edgeStrength", kind: "float", min: 0.1, max: 5, step: 0.001, default: 1.8 },
  { name: "dither", ...OFF },
  { name: "sharpen", ...SHARE, default: 0.35 },
  { name: "autoLevels", ...SHARE, default: 0.9 },
  { name: "structure", ...SHARE, default: 0.55 },
  { name: "denoise", ...SHARE, default: 0.35 },
  { name: "motionSensitivity", ...SHARE, default: 0.7 },
  { name: "autoOptimize", ...SHARE, default: 0.9 },
  {
    name: "qualityTarget",
    kind: "enum",
    values: ["balanced", "portrait", "motion", "low-light", "round-trip"],
    default: "balanced",
  },
  { name: "glyphStrategy", kind: "enum", values: ["adaptive", "fixed"], default: "adaptive" },
  { name: "maxGlyphRmse", kind: "float", min: 0.005, max: 0.1, step: 0.0001, default: 0.03 },
  { name: "monoColor", kind: "color", default: "#e5e5e5" },
] as const satisfies readonly SpecifiedParameter[];

/** A number just below the range and one just above it, without the errors of binary fractions. */
export const outsideOf = ({
  min,
  max,
  step,
}: {
  min: number;
  max: number;
  step: number;
}): readonly [number, number] => [Number((min - step).toFixed(4)), Number((max + step).toFixed(4))];

/** The default of each parameter. */
export const SPECIFIED_DEFAULTS: { readonly [name: string]: unknown } = Object.fromEntries(
  SPECIFIED.map((row) => [row.name, row.default]),
);

/** Specification 2.3, and the content types of answers 2.16. */
export const SPECIFIED_FORMATS = [
  { id: "text", mediaType: "text/plain", charset: true, extension: "txt", label: "Plain text" },
  { id: "ansi", mediaType: "text/plain", charset: true, extension: "ans", label: "ANSI (truecolor)" },
  { id: "html", mediaType: "text/html", charset: true, extension: "html", label: "HTML" },
  { id: "json", mediaType: "application/json", charset: false, extension: "json", label: "JSON" },
  {
    id: "json-compact",
    mediaType: "application/json",
    charset: false,
    extension: "json",
    label: "Compact JSON + chroma",
  },
  { id: "svg", mediaType: "image/svg+xml", charset: true, extension: "svg", label: "SVG" },
] as const;

/** The content type of a response in a format. */
export const contentTypeOf = ({ mediaType, charset }: { mediaType: string; charset: boolean }): string =>
  charset ? `${mediaType}; charset=utf-8` : mediaType;
