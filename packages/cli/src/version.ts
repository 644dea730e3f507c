import { readFileSync } from "node:fs";
import { VERSION } from "@lumiglyph/contract";

/** The text of `lumiglyph --version`: this package's version, and that of the interface. */
export const versionLine = (): string => `lumiglyph ${packageVersion()} (interface ${VERSION})\n`;

const packageVersion = (): string => {
  const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };
  return manifest.version;
};
