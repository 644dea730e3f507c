import type { Studio } from "../state/studio.ts";

/** Writes a file somewhere. */
export type SaveTarget = (file: Blob) => Promise<void>;

/** The parts of the File System Access API that are used; not in all browsers. */
type Picking = {
  readonly showSaveFilePicker?: (options: { readonly suggestedName: string }) => Promise<FileSystemFileHandle>;
};

/** Whether the browser can ask where to save. */
export const canAskWhere = (): boolean => (window as Picking).showSaveFilePicker !== undefined;

/**
 * Asks where to save. Needs a user gesture, so it comes before the file exists. Rejects with an `AbortError` if
 * dismissed.
 */
export const askWhere = async (name: string): Promise<SaveTarget> => {
  const handle = await (window as Picking).showSaveFilePicker!({ suggestedName: name });
  return async (file) => {
    const stream = await handle.createWritable();
    await stream.write(file);
    await stream.close();
  };
};

/** Saves to the browser's download folder. */
export const downloads =
  (name: string): SaveTarget =>
  async (file) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = name;
    link.click();
    // by then the browser has started to read the file
    setTimeout(() => URL.revokeObjectURL(link.href), REVOKED_AFTER);
  };

/** Milliseconds. */
const REVOKED_AFTER = 10_000;

/**
 * Copies the result of a promise. The clipboard must be called during the user gesture; some browsers refuse later
 * calls.
 */
export const copyBlob = async (type: "text/plain" | "image/png", coming: Promise<Blob>): Promise<void> => {
  // without a secure context there is no clipboard, and the rejection would go unhandled
  coming.catch(() => {});
  await navigator.clipboard.write([new ClipboardItem({ [type]: coming })]);
  await coming;
};

/** Copies text. */
export const copyString = (text: string): Promise<void> => navigator.clipboard.writeText(text);

/** Message for a failed copy. */
export const cannotCopy = (): string =>
  isSecureContext ? "The browser blocked copying." : "Copying needs HTTPS or localhost.";

/** Runs a possibly slow task. After half a second a toast names it and offers to cancel. */
export const patiently = async <Result>(
  { toast, notice }: Pick<Studio, "toast" | "notice">,
  words: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const stop = new AbortController();
  const timer = setTimeout(() => toast(words, { label: "Cancel", go: () => stop.abort() }), PATIENCE);
  try {
    return await work(stop.signal);
  } finally {
    clearTimeout(timer);
    if (notice.peek()?.words === words) notice.value = null;
  }
};

/** Milliseconds. */
export const PATIENCE = 500;

/** Message for a failed task; null if the user canceled it. */
export const failureWords = (reason: unknown): string | null => {
  if (!(reason instanceof Error)) return "Something went wrong.";
  return reason.name === "AbortError" ? null : reason.message;
};
