import { readFileSync } from "node:fs";

/** A file of the project's own images, as a browser passes it. */
export const fixture = (path: string): Blob =>
  new Blob([readFileSync(new URL(`../../fixtures/${path}`, import.meta.url))]);
