/** `text` without the spaces and tabs at its ends (RFC 9110's OWS). A scan, because `[ \t]+$` as a pattern is quadratic. */
export const trimBlanks = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
};

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;
