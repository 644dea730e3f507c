/** Three bytes as `#rrggbb`. */
export const hexColor = (red: number, green: number, blue: number): string => `#${HEX[red]}${HEX[green]}${HEX[blue]}`;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
