/** The color that a text spells, as `#rrggbb` in lower case, with or without the sign, long or short; null where none. */
export const readColor = (text: string): string | null => {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  return `#${digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join("")}`;
};
