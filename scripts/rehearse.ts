import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { rehearseCi } from "./rehearse/ci.ts";
import { rehearseImage } from "./rehearse/image.ts";
import { alone, faultsOfMachine } from "./rehearse/machine.ts";
import { createSite } from "./rehearse/site.ts";
import { rehearseStart } from "./rehearse/start.ts";

/**
 * Does on clean Debians, in chroots, what otherwise other machines do first. `image` builds the Dockerfile's image and runs it,
 * `start` follows the README's first commands, `ci` does what CI does, up to installing or, with `--whole`, all of it.
 * `--cache FOLDER` keeps the Debians for the next time.
 */
const REHEARSALS = { image: rehearseImage, start: rehearseStart, ci: rehearseCi } as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cache: { type: "string" },
    whole: { type: "boolean", default: false },
    // given by this program to itself
    inside: { type: "string" },
  },
});
const rehearsal = REHEARSALS[(positionals[0] ?? "image") as keyof typeof REHEARSALS];
if (rehearsal === undefined) fail([`There is no ${positionals[0]}, only: ${Object.keys(REHEARSALS).join(", ")}.`]);
if (values.inside === undefined) await outside();
else await inside(values.inside);

async function inside(folder: string): Promise<void> {
  const faults = await rehearsal(createSite(folder, values.cache ?? join(folder, "cache")), values.whole);
  // whatever still runs ends with this process, which is the first one where it is
  process.exit(faults === 0 ? 0 : 1);
}

/** Runs this program again where its mounts and processes are its own, and takes its folder away when it has ended. */
async function outside(): Promise<void> {
  const faults = faultsOfMachine();
  if (faults.length > 0) fail(faults);
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-rehearsal-"));
  const [program, ...words] = alone([
    process.execPath,
    ...process.execArgv,
    ...process.argv.slice(1),
    "--inside",
    folder,
  ]);
  const child = spawn(program!, words, { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill("SIGKILL"));
  const [code] = await once(child, "exit");
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = code ?? 1;
}

function fail(sentences: readonly string[]): never {
  for (const sentence of sentences) console.error(sentence);
  process.exit(1);
}
