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
