import { readFileSync } from "node:fs";
import { VERSION } from "@lumiglyph/contract";

/** What `lumiglyph --version` prints: this package's version, and that of the interface, which has its own. */
export const versionLine = (): string => `lumiglyph ${packageVersion()} (interface ${VERSION})\n`;

const packageVersion = (): string => {
  const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };
  return manifest.version;
};
