/** The name of a shrunken copy, which is a JPEG or a PNG: "cat.webp" gives "cat (smaller).png". */
export const nameOfCopy = (name: string, mediaType: string): string =>
  `${name.replace(/\.\w+$/, "")} (smaller).${mediaType === "image/jpeg" ? "jpg" : "png"}`;
