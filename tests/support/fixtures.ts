import { readFileSync } from "node:fs";

/** A file of the project's own pictures, as a browser would hand it over. */
export const fixture = (path: string): Blob =>
  new Blob([readFileSync(new URL(`../../fixtures/${path}`, import.meta.url))]);
