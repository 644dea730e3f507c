/** The picture that was open before the page was reloaded. */
export type KeptPicture = { readonly file: Blob; readonly name: string };

type Stored = KeptPicture & {
  /** Milliseconds since 1970. */
  readonly at: number;
};

/** Names this tab's picture: only its own reload brings it back. */
const TAB = "lumiglyph.tab";

/** Milliseconds after which a picture is removed, because its tab was closed long ago. */
const A_DAY = 24 * 60 * 60 * 1000;

/** Keeps a picture on this device for this tab, until `forgetPicture`. */
export const keepPicture = async ({ file, name }: KeptPicture): Promise<void> => {
  const tab = sessionStorage.getItem(TAB) ?? crypto.randomUUID();
  sessionStorage.setItem(TAB, tab);
  await inStore("readwrite", (store) => store.put({ file, name, at: Date.now() } satisfies Stored, tab));
};

export const forgetPicture = async (): Promise<void> => {
  const tab = sessionStorage.getItem(TAB);
  sessionStorage.removeItem(TAB);
  if (tab !== null) await inStore("readwrite", (store) => store.delete(tab));
};

/** The picture that this tab had; null in a new tab. Removes the leftovers of other tabs. */
export const keptPicture = async (): Promise<KeptPicture | null> => {
  const tabs = await inStore("readonly", (store) => store.getAllKeys());
  for (const tab of tabs) {
    const { at } = (await inStore("readonly", (store) => store.get(tab))) as Stored;
    if (Date.now() - at > A_DAY) await inStore("readwrite", (store) => store.delete(tab));
  }
  const tab = sessionStorage.getItem(TAB);
  if (tab === null) return null;
  return ((await inStore("readonly", (store) => store.get(tab))) as Stored | undefined) ?? null;
};

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
