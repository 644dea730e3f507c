import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Project } from "./empty-project.ts";
import { blocksIn } from "./examples.ts";
import { ROOT } from "./published.ts";
import { capture } from "./run-program.ts";

/** What a stranger's program may import, each used once. */
const CONSUMER = `
import { DEFAULT_PARAMS, parse, type RenderParams } from "@lumiglyph/contract";
import { sniff } from "@lumiglyph/decode";
import { decodeImage, type Decoded, NO_LIMITS } from "@lumiglyph/decode/node";
import { type Raster, type Rendered, render } from "@lumiglyph/engine";

export const params: RenderParams = DEFAULT_PARAMS;
export const draw = (raster: Raster): Rendered => {
  const parsed = parse([]);
  if ("problems" in parsed) throw new Error(parsed.problems[0]!.message);
  return render(raster, parsed);
};
export const read = (bytes: Uint8Array): Promise<Decoded> => decodeImage(bytes, NO_LIMITS, 80);
export const isPng = (bytes: Uint8Array): boolean => sniff(bytes) === "png";
`;

/** Compiles programs that import the installed packages, every declaration of theirs included; throws what is wrong. */
export const checkTypes = ({ folder }: Project): void => {
  writeFileSync(join(folder, "consumer.ts"), CONSUMER);
  const handoff = readFileSync(join(folder, "node_modules/@lumiglyph/handoff/README.md"), "utf8");
  writeFileSync(join(folder, "receiver.ts"), blocksIn(handoff, "ts").join("\n"));
  const flags = [
    "--strict",
    "--noEmit",
    "--module",
    "nodenext",
    "--target",
    "es2024",
    "--lib",
    "es2024,dom,dom.iterable",
  ];
  capture(join(ROOT, "node_modules/.bin/tsc"), [...flags, "--types", "", "consumer.ts", "receiver.ts"], folder);
};
