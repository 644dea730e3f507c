import { stripVTControlCharacters } from "node:util";

/** What a tool has printed as a page that the judge can read: without control sequences, all rows of one length. */
export const pageOfOutput = (output: string): string => {
  const rows = stripVTControlCharacters(output).replace(/\n+$/, "").split("\n");
  const width = Math.max(...rows.map((row) => [...row].length));
  return rows.map((row) => row + " ".repeat(width - [...row].length)).join("\n");
};
