/** Whether every word that was typed begins a word of a text, in any order. */
export const isLike = (typed: string, text: string): boolean => {
  const words = wordsOf(text);
  return wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)));
};

/** Lower case, and names in one word taken apart. */
const wordsOf = (text: string): readonly string[] =>
  text
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9#.]+/)
    .filter((word) => word !== "");
