/** Bytes as people read them, in steps of 1000: 512 B, 7.9 kB, 149 kB, 2.1 MB. */
export const sizeWords = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`;
  // rounded to what will be shown first, so that 999,950 is 1.0 MB and not 1000 kB
  return bytes < 999_500 ? `${threeDigits(bytes / 1000)} kB` : `${threeDigits(bytes / 1_000_000)} MB`;
};

const threeDigits = (count: number): string => count.toFixed(count < 99.95 ? 1 : 0);
