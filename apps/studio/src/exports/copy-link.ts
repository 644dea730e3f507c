import { queryOf } from "../state/query.ts";
import type { Studio } from "../state/studio.ts";
import { cannotCopy, copyString } from "./clipboard.ts";

/** Copies the page's address with the settings in it. The picture stays here. */
export const copyLink = async ({ params, toast }: Studio): Promise<void> => {
  const link = new URL(location.href);
  link.search = queryOf(params.options.peek());
  link.hash = "";
  await copyString(link.href).then(
    () => toast("Link copied, settings only, no picture"),
    () => toast(cannotCopy()),
  );
};
