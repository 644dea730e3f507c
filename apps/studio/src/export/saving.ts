import type { Studio } from "../state/studio.ts";

/** Where a file goes. */
export type SaveTarget = (file: Blob) => Promise<void>;

/** The part of the File System Access API that is used; not all browsers have it. */
type Picking = {
  readonly showSaveFilePicker?: (options: { readonly suggestedName: string }) => Promise<FileSystemFileHandle>;
};

/** Whether the browser can ask where to save. */
export const canAskWhere = (): boolean => (window as Picking).showSaveFilePicker !== undefined;

/**
 * Asks where to save, which works only within a click or a key press: before there is anything to save. Rejects with an
 * `AbortError` where the person thinks better of it.
 */
export const askWhere = async (name: string): Promise<SaveTarget> => {
  const handle = await (window as Picking).showSaveFilePicker!({ suggestedName: name });
  return async (file) => {
    const stream = await handle.createWritable();
    await stream.write(file);
    await stream.close();
  };
};

/** Where the browser puts downloads. */
export const downloads =
  (name: string): SaveTarget =>
  async (file) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = name;
    link.click();
    // the download has begun to read the file once the browser has handled the click
    setTimeout(() => URL.revokeObjectURL(link.href), REVOKED_AFTER);
  };

/** Milliseconds. */
const REVOKED_AFTER = 10_000;

/**
 * Copies what a promise will give. The browser has to be asked within the click or the key press, not when the promise is
 * kept: some refuse what comes later.
 */
export const copyBlob = async (type: "text/plain" | "image/png", coming: Promise<Blob>): Promise<void> => {
  // without a secure page there is no clipboard, and then nobody else takes a rejection
  coming.catch(() => {});
  await navigator.clipboard.write([new ClipboardItem({ [type]: coming })]);
  await coming;
};

/** Copies text that is at hand. */
export const copyString = (text: string): Promise<void> => navigator.clipboard.writeText(text);

/** What to say when copying has failed. */
export const cannotCopy = (): string =>
  isSecureContext ? "The browser did not let this page copy." : "Copying needs a page over https, or on localhost.";

/** Does what may take a while. After half a second a message says what it is, with a button that stops it. */
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

/** What to say of work that has failed; null where the person has stopped it, which needs no word. */
export const failureWords = (reason: unknown): string | null => {
  if (!(reason instanceof Error)) return "That did not work.";
  return reason.name === "AbortError" ? null : reason.message;
};
