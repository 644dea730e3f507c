/** The operator's browser origins as browsers write them. An entry that cannot be meant throws, in words for the operator. */
export const listedOrigins = (entries: readonly string[]): readonly string[] => entries.map(originOf);

const originOf = (entry: string): string => {
  const url = URL.parse(entry);
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    throw new Error(`"${entry}" is no origin. Write scheme, host and port, for example https://studio.example.`);
  }
  return url.origin;
};
