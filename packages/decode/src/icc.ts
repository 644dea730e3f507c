/**
 * Whether an ICC profile (ICC.1:2022) is sRGB, to within one level of 255 on each curve. Most profiles are, and
 * converting from sRGB to sRGB can cost more than decoding. Unreadable profiles are not.
 */
export const isSrgbProfile = (icc: Uint8Array): boolean => {
  try {
    return describesSrgb(new DataView(icc.buffer, icc.byteOffset, icc.byteLength));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
};

const describesSrgb = (icc: DataView): boolean => {
  if (textAt(icc, 16) !== "RGB " || textAt(icc, 20) !== "XYZ ") return false;
  const tags = tagOffsets(icc);
  // lookup tables take precedence over the matrix
  if (tags.has("A2B0")) return false;
  return Object.entries(COLORANTS).every(
    ([primary, colorant]) =>
      hasColorant(icc, tags.get(`${primary}XYZ`), colorant) && hasSrgbCurve(icc, tags.get(`${primary}TRC`)),
  );
};

/** The primaries of IEC 61966-2-1 adapted to D50, as XYZ. */
const COLORANTS = {
  r: [0.43607, 0.22249, 0.01392],
  g: [0.38515, 0.71687, 0.09708],
  b: [0.14307, 0.06061, 0.7141],
} as const;

/** Spread of sRGB profiles from different vendors, rounded up; Display P3 is 0.08 away. */
const COLORANT_TOLERANCE = 0.0003;

const hasColorant = (icc: DataView, at: number | undefined, xyz: readonly number[]): boolean =>
  at !== undefined &&
  textAt(icc, at) === "XYZ " &&
  xyz.every((value, axis) => Math.abs(fixedAt(icc, at + 8 + 4 * axis) - value) <= COLORANT_TOLERANCE);

const hasSrgbCurve = (icc: DataView, at: number | undefined): boolean => {
  const curve = at === undefined ? null : readCurve(icc, at);
  if (curve === null) return false;
  for (let level = 0; level <= 255; level++) {
    const light = curve(level / 255);
    // written this way, NaN fails the test
    if (!(light >= srgbLight((level - 1) / 255) && light <= srgbLight((level + 1) / 255))) return false;
  }
  return true;
};

/** A tone curve in one of the two forms that sRGB profiles use: sampled, or function type 3. */
const readCurve = (icc: DataView, at: number): ((encoded: number) => number) | null => {
  const type = textAt(icc, at);
  if (type === "curv") return sampledCurve(icc, at);
  if (type === "para" && icc.getUint16(at + 8) === 3) return parametricCurve(icc, at);
  return null;
};

const sampledCurve = (icc: DataView, at: number): ((encoded: number) => number) | null => {
  const last = icc.getUint32(at + 8) - 1;
  // no sample means identity, one a pure power: neither is sRGB
  if (last < 1) return null;
  const sample = (index: number): number => icc.getUint16(at + 12 + 2 * index) / 65_535;
  return (encoded) => {
    const index = Math.min(Math.floor(encoded * last), last - 1);
    const low = sample(index);
    return low + (sample(index + 1) - low) * (encoded * last - index);
  };
};

const parametricCurve = (icc: DataView, at: number): ((encoded: number) => number) => {
  const parameter = (index: number): number => fixedAt(icc, at + 12 + 4 * index);
  const [power, scale, offset, slope, knee] = [parameter(0), parameter(1), parameter(2), parameter(3), parameter(4)];
  return (encoded) => (encoded >= knee ? (scale * encoded + offset) ** power : slope * encoded);
};

/** IEC 61966-2-1, extended linearly below 0. The engine's own is not exported. */
const srgbLight = (encoded: number): number =>
  encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;

const tagOffsets = (icc: DataView): Map<string, number> => {
  const offsets = new Map<string, number>();
  const count = icc.getUint32(128);
  for (let tag = 0; tag < count; tag++) offsets.set(textAt(icc, 132 + 12 * tag), icc.getUint32(136 + 12 * tag));
  return offsets;
};

const fixedAt = (icc: DataView, at: number): number => icc.getInt32(at) / 65_536;

const textAt = (icc: DataView, at: number): string =>
  String.fromCharCode(icc.getUint8(at), icc.getUint8(at + 1), icc.getUint8(at + 2), icc.getUint8(at + 3));
