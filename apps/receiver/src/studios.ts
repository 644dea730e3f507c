/** The origins of trusted studios, from `studios.json` next to the page; null if it is not a valid list. */
export const readStudios = async (): Promise<readonly string[] | null> => {
  try {
    const response = await fetch("./studios.json", { cache: "no-cache" });
    return studiosIn(await response.json());
  } catch {
    return null;
  }
};

/** Validates a list of origins; null if it is not a list or an entry is not an origin. */
export const studiosIn = (list: unknown): readonly string[] | null =>
  Array.isArray(list) && list.length > 0 && list.every(isOrigin) ? list : null;

const isOrigin = (text: unknown): boolean =>
  typeof text === "string" && /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
