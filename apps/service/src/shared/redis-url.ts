/** Throws, in words for the operator that repeat nothing of it, at what is no address of a Redis. */
export const checkRedisUrl = (text: string): void => {
  const url = URL.parse(text);
  const rest = url === null ? "" : `${url.search}${url.hash}`;
  if (url === null || !/^rediss?:$/.test(url.protocol) || url.hostname === "" || rest !== "" || !isDatabase(url)) {
    throw new Error(WANTED);
  }
  if ([url.username, url.password].some((part) => !isEncoded(part))) throw new Error(WANTED);
};

const WANTED =
  "it must be redis://host:port, or rediss:// for TLS, with user:password@ before the host and /number of a database behind it where they are needed; other signs than letters and digits in the password as %XX.";

const isDatabase = ({ pathname }: URL): boolean => /^(\/\d{0,4})?$/.test(pathname);

const isEncoded = (part: string): boolean => {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
};
