import { scriptAddress } from "../darkroom/start-worker.ts";

/** Lets the browser keep the built page, so that it opens without a network. What fails here is tried again at the next visit. */
export const keepOffline = async ({ serviceWorker }: Pick<Navigator, "serviceWorker">): Promise<void> => {
  // a page that is developed, or came over an open network, has none
  if (import.meta.env.PROD) await serviceWorker?.register(scriptAddress("./sw.js"));
};
