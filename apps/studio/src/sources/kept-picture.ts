/** The picture that was open before the page was reloaded. */
export type KeptPicture = { readonly file: Blob; readonly name: string };

/** Marks a tab that has a picture: only its own reload brings it back, and a new tab removes what was left. */
const MARK = "lumiglyph.picture";

/** Keeps a picture on this device until its tab is closed, or until `forgetPicture`. */
export const keepPicture = async ({ file, name }: KeptPicture): Promise<void> => {
  sessionStorage.setItem(MARK, "kept");
  await inStore("readwrite", (store) => store.put({ file, name } satisfies KeptPicture, KEY));
};

export const forgetPicture = async (): Promise<void> => {
  sessionStorage.removeItem(MARK);
  await inStore("readwrite", (store) => store.delete(KEY));
};

/** The picture that this tab had; null in a new tab. */
export const keptPicture = async (): Promise<KeptPicture | null> => {
  if (sessionStorage.getItem(MARK) === null) {
    await forgetPicture();
    return null;
  }
  return ((await inStore("readonly", (store) => store.get(KEY))) as KeptPicture | undefined) ?? null;
};

const KEY = "last";

/** Runs one request on the store of pictures. */
const inStore = async <Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> => {
  const opening = indexedDB.open("lumiglyph", 1);
  opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore("pictures"));
  const database = await settled(opening);
  try {
    return await settled(ask(database.transaction("pictures", mode).objectStore("pictures")));
  } finally {
    database.close();
  }
};

const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
