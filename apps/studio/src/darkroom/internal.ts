import type { Refused } from "./darkroom.ts";

/** A fault of our own, under the API's code for such. */
export const INTERNAL: Refused = {
  code: "internal",
  message:
    "The studio failed in a way that it should not. Open the picture again; if that does not help, reload the page.",
};
