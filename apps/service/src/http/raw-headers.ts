/** Every value sent under a header's name (in lower case), in order, none joined. `raw` alternates names and values. */
export const headerValues = (raw: readonly string[], name: string): readonly string[] =>
  raw.filter((_, at) => at % 2 === 1 && raw[at - 1]?.toLowerCase() === name);
