/** Normalizes the operator's browser origins. Throws for an invalid entry, with a message for the operator. */
export const listedOrigins = (entries: readonly string[]): readonly string[] => entries.map(originOf);

const originOf = (entry: string): string => {
  const url = URL.parse(entry);
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    throw new Error(`"${entry}" is no origin. Write scheme, host and port, for example https://studio.example.`);
  }
  return url.origin;
};
