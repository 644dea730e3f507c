/** The orientation that Exif data tells (Exif 2.32, 4.6.4 A): 1 to 8, and 1, upright, where it tells none. */
export const orientationIn = (exif: Uint8Array): number => {
  const view = new DataView(exif.buffer, exif.byteOffset, exif.byteLength);
  try {
    // "II" or "MM": which byte of a number comes first
    const isLittle = view.getUint8(0) === 0x49;
    const table = view.getUint32(4, isLittle);
    for (let entry = view.getUint16(table, isLittle) - 1; entry >= 0; entry--) {
      const at = table + 2 + 12 * entry;
      const value = view.getUint16(at + 8, isLittle);
      if (view.getUint16(at, isLittle) === ORIENTATION && value >= 1 && value <= 8) return value;
    }
  } catch {
    // read past its end: it is cut, and tells nothing
  }
  return 1;
};

const ORIENTATION = 0x0112;
