/** What could not be done with one file; its message names the file and tells why. Others may still be done. */
export class FileTrouble extends Error {}

/** The trouble that the system had with reading a file. */
export const unreadable = (name: string, error: unknown, advice = ""): FileTrouble =>
  new FileTrouble(
    `${name}: ${isMissing(error) ? "there is no such file" : `it cannot be read${codeOf(error)}`}.${advice}`,
  );

/** The trouble that the system had with writing a file. */
export const unwritable = (name: string, error: unknown): FileTrouble =>
  new FileTrouble(
    `${name}: ${isMissing(error) ? "there is no such folder. Make it first" : `it cannot be written${codeOf(error)}`}.`,
  );

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

const codeOf = (error: unknown): string => {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? "" : ` (${code})`;
};
