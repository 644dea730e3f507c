import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT } from "../pack/published.ts";
import { type Block, blocksOf, commandsFor, fileOf, isFile, sessionsIn } from "./blocks.ts";
import { keepsRunning, portOf, type Running, start, type } from "./shell.ts";

/** A page to read: its path from the root and its text. */
type Page = { readonly path: string; readonly text: string };

/** A reader's preparation, and a page's expectations; see `tables.ts`. */
export type Tables = {
  /** Sections, as `page § section` or whole pages, whose reader is in an empty folder with a picture, not in a clone. */
  readonly inProject: readonly string[];
  /** Pages that begin with a service that is running. */
  readonly withService: readonly string[];
  readonly cannot: readonly { readonly begins: string; readonly why: string; readonly unless?: string }[];
  /** Extra output of commands besides that of a console block, by their first words. */
  readonly prints: { readonly [begins: string]: RegExp };
  /** A reader's manual steps after the last block of a section. */
  readonly acts: { readonly [section: string]: (reader: { readonly folder: string }) => Promise<void> };
};

/** The result of a block or a manual step. */
export type Result = {
  readonly at: string;
  readonly what: string;
  readonly verdict: "ok" | "FAIL" | "cannot run here";
  readonly why: string;
  readonly seconds: number;
};

/** Reads pages and follows them. */
export type Reader = {
  readonly read: (page: Page, report: (result: Result) => void) => Promise<void>;
  readonly leave: () => void;
};

/** The README's section on installing packages that are not in a registry yet. */
const PACKING = "Until it is on the registry";

/** Installs the files of `npm pack` for packages that are not in a registry. */
const withTarballs = (text: string): string =>
  text.replaceAll(INSTALLS_OWN, (install) =>
    install.replaceAll(OWN, TARBALLS).replace(`${TARBALLS}${TARBALLS}`, TARBALLS),
  );

const TARBALLS = " ../lumiglyph/*.tgz";

const INSTALLS_OWN = /npm install [^\n&]*lumiglyph[^\n&]*/g;
const OWN = / (?:@lumiglyph\/\w+|lumiglyph)(?= |$)/g;

/** A reader with a clone and folders beside it; `isQuick` leaves out what needs the packages to be built. */
export const createReader = ({ inProject, withService, cannot, prints, acts }: Tables, isQuick: boolean): Reader => {
  const work = mkdtempSync(join(tmpdir(), "lumiglyph-pages-"));
  const clone = join(work, "lumiglyph");
  const strict = join(work, "strict");
  mkdirSync(strict);
  writeFileSync(join(strict, ".curlrc"), "fail-with-body\n");
  const terminals = new Map<number, Running>();
  let projects = 0;
  let isPacked = false;

  const needClone = async (isInstalled: boolean): Promise<void> => {
    if (!existsSync(clone)) cloneTo(clone);
    if (isInstalled && !existsSync(join(clone, "node_modules"))) await succeed("npm ci", clone);
  };

  const needTarballs = async (): Promise<void> => {
    if (isPacked) return;
    await needClone(false);
    const readme = blocksOf(readFileSync(join(ROOT, "README.md"), "utf8"));
    for (const block of readme.filter(({ section }) => section === PACKING)) await follow(block, clone);
    isPacked = true;
  };

  const newProject = (page: Page, section: string): string => {
    const folder = join(work, `project-${++projects}`);
    mkdirSync(folder);
    cpSync(join(ROOT, "fixtures/portrait.png"), join(folder, "photo.png"));
    // an example's page says to copy the files that its heading links to
    for (const [, file] of section.matchAll(/\]\(([^)]+)\)/g)) {
      cpSync(join(ROOT, dirname(page.path), file!), join(folder, file!.split("/").at(-1)!));
    }
    return folder;
  };

  const typeLines = async (text: string, folder: string, judge: string | null) => {
    if (withTarballs(text) !== text) await needTarballs();
    return type(withTarballs(text), folder, { judge });
  };

  const succeed = async (text: string, folder: string): Promise<string> => {
    const { status, stdout, stderr } = await typeLines(text, folder, text.includes("curl ") ? strict : null);
    if (status !== 0) throw new Error(`It ends with ${status}: ${tail(stdout)}${tail(stderr)}`);
    for (const [begins, pattern] of Object.entries(prints)) {
      if (text.includes(begins) && !pattern.test(stdout)) throw new Error(`It prints: ${tail(stdout)}`);
    }
    return stdout;
  };

  const startLines = async (text: string, folder: string): Promise<void> => {
    const port = portOf(text);
    await terminals.get(port)?.stop();
    terminals.delete(port);
    if (withTarballs(text) !== text) await needTarballs();
    terminals.set(port, await start(withTarballs(text), folder));
  };

  const needService = async (): Promise<void> => {
    if (terminals.has(portOf("npm start"))) return;
    await needClone(true);
    await startLines("npm start", clone);
  };

  /** Executes a block. `npm ci` runs once in a clone, whichever page has it. */
  const follow = async (block: Block, folder: string): Promise<void> => {
    const { language } = block;
    const isInstalled = folder === clone && existsSync(join(clone, "node_modules"));
    const text = isInstalled ? block.text.replace(/^npm ci(?: && |\n)/, "") : block.text;
    if (text === "" || (isPacked && block.section === PACKING)) return;
    if (language === "sh") return keepsRunning(text) ? startLines(text, folder) : void (await succeed(text, folder));
    if (language === "console") return compare(text, folder);
    if (language === "json") return void JSON.parse(text);
    if (!isFile(block)) throw new Error(`Nobody knows what to do with a block in "${language}".`);
    const file = fileOf(block);
    if (file === null) throw new Error("The paragraph above names no file to save it in.");
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
    for (const command of commandsFor(block)) {
      if ((await succeed(command, folder)) === "") throw new Error(`\`${command}\` prints nothing.`);
    }
  };

  const compare = async (text: string, folder: string): Promise<void> => {
    for (const { command, output } of sessionsIn(text)) {
      const { stdout } = await typeLines(command, folder, null);
      if (stdout.trimEnd() !== output) throw new Error(`\`${command}\` prints: ${tail(stdout)}`);
    }
  };

  const read: Reader["read"] = async (page, report) => {
    const isProject = (section: string): boolean =>
      inProject.includes(page.path) || inProject.includes(`${page.path} § ${section}`);
    const sections = Map.groupBy(blocksOf(page.text), ({ section }) => section);
    let project: string | null = null;
    const done = async (at: string, what: string, body: () => Promise<string | undefined>): Promise<void> => {
      const started = performance.now();
      const seconds = () => (performance.now() - started) / 1000;
      try {
        const why = await body();
        report({ at, what, verdict: why === undefined ? "ok" : "cannot run here", why: why ?? "", seconds: seconds() });
      } catch (error) {
        report({ at, what, verdict: "FAIL", why: (error as Error).message, seconds: seconds() });
      }
    };
    // a page whose first block builds needs the build for all others
    if (isQuick && builds([...sections.values()][0]?.slice(0, 1))) return;
    for (const [section, blocks] of sections) {
      if (isQuick && (isProject(section) || builds(blocks))) continue;
      // each example has a separate folder; other pages continue in theirs
      if (isProject(section) && (project === null || section.includes("]("))) project = newProject(page, section);
      const folder = isProject(section) ? project! : clone;
      for (const block of blocks) {
        await done(`${page.path}:${block.line}`, shown(block), async () => {
          const found = cannot.find(({ begins, unless }) => block.text.includes(begins) && !isHere(unless));
          if (found !== undefined) return found.why;
          if (!isProject(section)) await needClone(!/^npm ci/.test(block.text));
          if (withService.includes(page.path) && block.language !== "json") await needService();
          await follow(block, folder);
          return undefined;
        });
      }
      const act = acts[`${page.path} § ${plain(section)}`];
      if (act !== undefined)
        await done(page.path, `by hand: ${plain(section)}`, async () => void (await act({ folder })));
    }
    for (const [port, { stop }] of terminals) {
      terminals.delete(port);
      await stop();
    }
  };
  return { read, leave: () => rmSync(work, { recursive: true, force: true, maxRetries: 5 }) };
};

/**
 * Copies a clone of the working tree: files in Git, and files that would be added. In CI, its owner
 * is another user.
 */
const cloneTo = (folder: string): void => {
  const listed = execFileSync(
    "git",
    ["-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    { cwd: ROOT },
  );
  for (const path of listed.toString().split("\0")) {
    if (path !== "" && existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(folder, path));
  }
};

const builds = (blocks: readonly Block[] = []): boolean => blocks.some(({ text }) => text.includes("npm run build"));

const isHere = (program: string | undefined): boolean => {
  if (program === undefined) return false;
  try {
    execFileSync("which", [program], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

/** A heading without its links' addresses. */
const plain = (heading: string): string => heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");

const shown = ({ language, text }: Block): string =>
  `${language === "sh" ? "" : `${language}: `}${text
    .replaceAll(/^#.*\n/gm, "")
    .trim()
    .split("\n", 1)[0]!
    .slice(0, 90)}`;

const tail = (text: string): string => (text.length > 1500 ? `…${text.slice(-1500)}` : text);
