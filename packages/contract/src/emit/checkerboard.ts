/** A checkerboard of two by two pixels, as PNG in base64: the smallest picture that shows something. */
export const CHECKERBOARD =
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAAAAABX3VL4AAAADElEQVR42mNg+A+EAAYAAf+tLDclAAAAAElFTkSuQmCC";
