import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./pack/published.ts";

/*
 * Draws with the built command, the built library and the service, as started by `npm start`, and compares the characters
 * with golden files. It needs no program but Node, so it says whether a system runs Lumiglyph: CI runs it on Linux, Windows
 * and macOS. `npm run build` comes first.
 */
const IS_WINDOWS = process.platform === "win32";
const COMMAND = join(ROOT, "packages/lumiglyph/dist/bin/lumiglyph.js");
const PICTURE = join(ROOT, "fixtures/still-life.png");
const golden = (name: string): string => readFileSync(join(ROOT, "tests/golden/still-life", name), "utf8");
const TEXT = golden("columns=80.txt");
const SVG = golden("columns=40 format=svg color=true.svg");

/** A user's program: prints the same two pages. */
const LIBRARY = `
import { draw } from "lumiglyph";
const pages = [await draw(process.argv[2], { columns: 80 }), await draw(process.argv[2], { columns: 40, format: "svg", color: true })];
process.stdout.write(JSON.stringify(pages.map(({ text }) => text)));
`;

const work = mkdtempSync(join(tmpdir(), "lumiglyph-smoke-"));
let failed = 0;

await check("the command draws a picture, and a page in color", () => {
  const text = lumiglyph(PICTURE, "--columns", "80", "--no-color");
  lumiglyph(PICTURE, "--columns", "40", "--color", "--out", "page.svg");
  const page = readFileSync(join(work, "page.svg"), "utf8");
  return (/^(?:[ -~]{80}\n){20,}$/.test(text) && page.includes("<svg")) || `It prints: ${text}`;
});

await check("the command refuses a wrong value", () => {
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, PICTURE, "--columns", "4"], { encoding: "utf8" });
  return status === 2 || `It ends with ${status}: ${stderr}`;
});

await check("the command takes `*.png` where no shell expands it", () => {
  if (!IS_WINDOWS) return true;
  for (const name of ["one.png", "two.png"]) copyFileSync(PICTURE, join(work, name));
  lumiglyph("*.png", "--columns", "20", "--out", "art", "--format", "text");
  return globSync("art/*.txt", { cwd: work }).length === 2 || "It does not draw both pictures.";
});

await check("the library gives the golden bytes", () => {
  const file = join(ROOT, "packages/lumiglyph/smoke.mjs");
  try {
    // beside the package, so that Node finds it as for a user's program
    writeFileSync(file, LIBRARY);
    const drawn = execFileSync(process.execPath, [file, PICTURE], { env: plainEnvironment(), encoding: "utf8" });
    return drawn === JSON.stringify([TEXT, SVG]) || `It draws: ${drawn.slice(0, 2000)}`;
  } finally {
    rmSync(file, { force: true });
  }
});

await check("`npm start` serves the golden bytes and the studio, and ends on a signal", async () => {
  const service = spawn("npm", ["start"], {
    cwd: ROOT,
    env: { ...plainEnvironment(), SERVICE_PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
    // npm is a command file on Windows
    shell: IS_WINDOWS,
  });
  const exit = once(service, "exit");
  try {
    const url = await addressOf(service);
    const headers = { "content-type": "image/png" };
    const response = await fetch(`${url}/api/v1/render?columns=80`, {
      method: "POST",
      headers,
      body: readFileSync(PICTURE),
    });
    const text = await response.text();
    const page = await (await fetch(url)).text();
    if (text !== TEXT) return `It answers ${response.status}: ${text.slice(0, 2000)}`;
    if (!page.includes("<title>")) return "It has no studio.";
  } finally {
    stop(service);
  }
  const [code] = await exit;
  return IS_WINDOWS || code === 0 || `It ends with ${code}.`;
});

rmSync(work, { recursive: true, force: true });
console.log(failed === 0 ? `\nLumiglyph runs here: ${process.platform} ${process.arch}` : `\n${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs a check, which returns true or an error message. */
async function check(name: string, run: () => string | boolean | Promise<string | boolean>): Promise<void> {
  const result = await (async () => run())().catch((error: unknown) => String(error));
  console.log(`${result === true ? "ok  " : "FAIL"}  ${name}`);
  if (result === true) return;
  console.log(`      ${result}`);
  failed++;
}

/** Runs the built command in an empty folder, without a shell. */
function lumiglyph(...words: readonly string[]): string {
  return execFileSync(process.execPath, [COMMAND, ...words], { cwd: work, env: plainEnvironment(), encoding: "utf8" });
}

/** Without this script's own condition, which would resolve to sources. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, ...env } = process.env;
  return env;
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  let printed = "";
  for await (const part of stdout!.setEncoding("utf8")) {
    printed += part;
    const url = /http:\S+/.exec(printed)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error(`npm start printed: ${printed}`);
}

/** Asks npm to stop, as a terminal or a supervisor does; Windows has no such signal. */
function stop({ pid }: ChildProcess): void {
  if (IS_WINDOWS) execFileSync("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore" });
  else process.kill(pid!, "SIGTERM");
}
