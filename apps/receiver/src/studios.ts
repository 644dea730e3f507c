/** The origins whose frames are shown, from the list beside the page; null where it is no list of origins. Nobody else has a say. */
export const readStudios = async (): Promise<readonly string[] | null> => {
  try {
    const response = await fetch("./studios.json", { cache: "no-cache" });
    return studiosIn(await response.json());
  } catch {
    return null;
  }
};

/** The origins of a list, as browsers spell them; null where it is none, or where one of them is something else. */
export const studiosIn = (list: unknown): readonly string[] | null =>
  Array.isArray(list) && list.length > 0 && list.every(isOrigin) ? list : null;

const isOrigin = (text: unknown): boolean =>
  typeof text === "string" && /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
