/*
 * Shows a first-time user's view: each picture drawn by each command in a real xterm under Xvfb, a
 * sheet of screenshots for each kind of terminal, one row a picture, one column a command.
 *
 *   npm run tool -- scripts/terminal-sheets.ts --out sheets --pictures a.png,b.jpg --size 80x24 \\
 *     'lumiglyph {image}' 'chafa {image}'
 *
 * `--kinds` names kinds of terminals, all by default. Commands run in the environment of the kind,
 * so that a program that reads it needs no flags; `{colors}` becomes full, 256, 16 or none, for one
 * that does not. `{size}` is the size of the terminal. Needs Linux with xterm, xvfb and
 * fonts-dejavu-core.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import sharp from "sharp";

/** A kind of terminal: xterm's colors, and what its environment says. */
type Kind = {
  readonly colors: "full" | "256" | "16" | "none";
  readonly paper: readonly [front: string, back: string];
  readonly env: { readonly [name: string]: string };
};

const DARK = ["white", "black"] as const;
const LIGHT = ["black", "white"] as const;

const KINDS: { readonly [name: string]: Kind } = {
  dark: { colors: "full", paper: DARK, env: { COLORTERM: "truecolor" } },
  light: { colors: "full", paper: LIGHT, env: { COLORTERM: "truecolor" } },
  "dark-256": { colors: "256", paper: DARK, env: { FORCE_COLOR: "2" } },
  "light-256": { colors: "256", paper: LIGHT, env: { FORCE_COLOR: "2" } },
  "dark-16": { colors: "16", paper: DARK, env: { FORCE_COLOR: "1" } },
  "light-16": { colors: "16", paper: LIGHT, env: { FORCE_COLOR: "1" } },
  "dark-one": { colors: "none", paper: DARK, env: { NO_COLOR: "1" } },
  "light-one": { colors: "none", paper: LIGHT, env: { NO_COLOR: "1" } },
};

const { values, positionals: commands } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string", default: "terminal-sheets" },
    pictures: { type: "string", default: "fixtures/koi.png,fixtures/portrait.png" },
    size: { type: "string", default: "80x24" },
    kinds: { type: "string", default: Object.keys(KINDS).join(",") },
  },
});
if (commands.length === 0) throw new Error("Give at least one command, like 'lumiglyph {image}'.");
const pictures = values.pictures.split(",");

const work = mkdtempSync(join(tmpdir(), "lumiglyph-terminals-"));
mkdirSync(values.out, { recursive: true });
const display = `:${100 + (process.pid % 20_000)}`;
const screen = { width: 1400, height: 900 };
const server = spawn(
  "Xvfb",
  [display, "-screen", "0", `${screen.width}x${screen.height}x24`, "-fbdir", work, "-dpi", "96"],
  { stdio: "ignore" },
);
try {
  while (!existsSync(join(work, "Xvfb_screen0"))) await sleep(50);
  await sleep(500);
  for (const name of values.kinds.split(",")) {
    const kind = KINDS[name];
    if (kind === undefined) throw new Error(`--kinds takes ${Object.keys(KINDS).join(", ")}.`);
    const rows: Buffer[][] = [];
    for (const picture of pictures) {
      const row: Buffer[] = [];
      for (const command of commands) row.push(await photograph(command, picture, kind));
      rows.push(row);
      for (const [column, shot] of row.entries())
        await sharp(shot).toFile(join(values.out, `${name}-${values.size}-${basename(picture)}-${column + 1}.png`));
    }
    const file = join(values.out, `${name}-${values.size}.png`);
    await writeSheet(rows, file);
    console.log(file);
  }
} finally {
  server.kill();
  await once(server, "exit");
  rmSync(work, { recursive: true, force: true });
}

/** Runs a command in a separate xterm and returns its window as PNG. */
async function photograph(command: string, picture: string, { colors, paper, env }: Kind): Promise<Buffer> {
  const [done, area] = [join(work, "done"), join(work, "area")];
  rmSync(done, { force: true });
  const line = command
    .replaceAll("{image}", `'${picture}'`)
    .replaceAll("{colors}", colors)
    .replaceAll("{size}", values.size);
  // the size of the text in pixels, which xterm reports; then the command, with the cursor left
  // visible below
  const ask = `stty -echo raw; printf '\\033[14t'; IFS=';' read -r -d t _ h w; stty sane; echo $w $h > ${area}`;
  const [front, back] = paper;
  const xterm = spawn(
    "xterm",
    [
      ...["-fa", "DejaVu Sans Mono", "-fs", "9", "-geometry", `${values.size}+0+0`, "-b", "0", "-bw", "0", "+sb"],
      ...["-fg", front, "-bg", back, "-xrm", "xterm*allowWindowOps: true", "-e", "bash", "-c"],
      `${ask}; ${line}; touch ${done}; sleep 60`,
    ],
    {
      env: { PATH: process.env["PATH"], HOME: work, LANG: "C.UTF-8", DISPLAY: display, TERM: "xterm-256color", ...env },
      stdio: "ignore",
    },
  );
  for (let waited = 0; !existsSync(done); waited += 50) {
    if (waited > 60_000) throw new Error(`no end after a minute: ${line}`);
    await sleep(50);
  }
  await sleep(300);
  const [width = 0, height = 0] = readFileSync(area, "utf8").trim().split(" ").map(Number);
  const shot = await sharp(rgb(readFileSync(join(work, "Xvfb_screen0"))), { raw: { ...screen, channels: 3 } })
    .extract({ left: 0, top: 0, width, height })
    .png()
    .toBuffer();
  xterm.kill();
  await once(xterm, "exit");
  return shot;
}

/** The pixels of Xvfb's frame buffer, an XWD file of 32 bits a pixel. */
function rgb(file: Buffer): Buffer {
  const [headerSize, bytesPerLine, colors] = [0, 48, 76].map((at) => file.readUInt32BE(at));
  const pixels = Buffer.alloc(screen.width * screen.height * 3);
  const start = headerSize! + colors! * 12;
  for (let y = 0; y < screen.height; y++) {
    for (let x = 0; x < screen.width; x++) {
      const from = start + y * bytesPerLine! + 4 * x;
      const to = 3 * (y * screen.width + x);
      pixels[to] = file[from + 2]!;
      pixels[to + 1] = file[from + 1]!;
      pixels[to + 2] = file[from]!;
    }
  }
  return pixels;
}

/** Lays screenshots out in rows and columns. */
async function writeSheet(rows: readonly (readonly Buffer[])[], file: string): Promise<void> {
  const gap = 8;
  const { width, height } = await sharp(rows[0]![0]!).metadata();
  const parts = rows.flatMap((row, down) =>
    row.map((input, across) => ({ input, left: gap + across * (width + gap), top: gap + down * (height + gap) })),
  );
  const size = { width: gap + rows[0]!.length * (width + gap), height: gap + rows.length * (height + gap) };
  await sharp({ create: { ...size, channels: 3, background: "#606060" } })
    .composite(parts)
    .png({ compressionLevel: 9 })
    .toFile(file);
}
