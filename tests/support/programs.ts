import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

type Needed = {
  /** What tests do with it. */
  readonly for: string;
  /** The Debian package. */
  readonly debian: string;
  /** What follows `brew install`; null where the program does not exist. */
  readonly macos: string | null;
  /** Started by tests of the slow half alone. */
  readonly isSlow?: true;
};

/** What tests need besides Node, `sh` and npm: programs and fonts. `npm run doctor` and skips read it. */
const PROGRAMS = {
  bash: { for: "shell completion and scripts", debian: "bash", macos: "bash" },
  "DejaVuSans.ttf": { for: "measuring fonts", debian: "fonts-dejavu-core", macos: null },
  "DejaVuSansMono.ttf": { for: "measuring fonts", debian: "fonts-dejavu-core", macos: null },
  chromium: { for: "the studio and pages", debian: "chromium", macos: "chromium" },
  "chromium-headless-shell": {
    for: "the same pages in half the time; without it they run in chromium",
    debian: "chromium-headless-shell",
    macos: null,
  },
  curl: { for: "recipes and snippets as people type them", debian: "curl", macos: "curl" },
  ffmpeg: { for: "making and decoding video", debian: "ffmpeg", macos: "ffmpeg" },
  ffprobe: { for: "checking exported video", debian: "ffmpeg", macos: "ffmpeg" },
  "firefox-esr": {
    for: "the studio and the element in Firefox",
    debian: "firefox-esr",
    macos: null,
    isSlow: true,
  },
  git: { for: "a release from a clean repository", debian: "git", macos: "git" },
  haproxy: { for: "several instances behind a proxy", debian: "haproxy", macos: "haproxy" },
  kubectl: {
    for: "the Kubernetes manifests",
    debian: "kubernetes-client",
    macos: "kubernetes-cli",
  },
  nginx: { for: "the service behind nginx", debian: "nginx-light", macos: "nginx" },
  openssl: { for: "certificates of test servers", debian: "openssl", macos: "openssl" },
  prometheus: { for: "alerting rules", debian: "prometheus", macos: "prometheus" },
  promtool: { for: "alerting rules", debian: "prometheus", macos: "prometheus" },
  python3: { for: "the Python client, and unpacking Helm", debian: "python3", macos: "python" },
  "redis-cli": { for: "reading shared state", debian: "redis-server", macos: "redis" },
  "redis-server": { for: "state shared by instances", debian: "redis-server", macos: "redis" },
  script: { for: "the command line in a terminal", debian: "bsdutils", macos: null },
  "systemd-analyze": { for: "the systemd unit", debian: "systemd", macos: null },
  tmux: { for: "the command line in tmux", debian: "tmux", macos: "tmux", isSlow: true },
  xterm: { for: "the command line in xterm", debian: "xterm", macos: null, isSlow: true },
  Xvfb: { for: "a screen for xterm", debian: "xvfb", macos: null, isSlow: true },
} as const satisfies { readonly [name: string]: Needed };

export type Program = keyof typeof PROGRAMS;

/** A row of the table, with the fields that not every row has. */
export const programRow = (program: Program): Needed => PROGRAMS[program];

/** Every program of the table. */
export const programNames = Object.keys(PROGRAMS) as readonly Program[];

/** Servers may be where only an administrator's shell looks. */
const FOLDERS = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"];
const FONTS = ["/usr/share/fonts/truetype/dejavu"];

/** Where a program is; null if it is not installed. `CHROMIUM` is the path of another Chromium. */
const placeOf = (program: Program): string | null => {
  const own = program === "chromium" ? process.env["CHROMIUM"] : undefined;
  const isFont = program.endsWith(".ttf");
  const folders = isFont ? FONTS : FOLDERS;
  const places = own ? [own] : folders.map((folder) => join(folder, program));
  return places.find((path) => isAbsolute(path) && isThere(path, !isFont)) ?? null;
};

const isThere = (path: string, mustRun: boolean): boolean => {
  try {
    accessSync(path, mustRun ? constants.X_OK : constants.R_OK);
    return true;
  } catch {
    return false;
  }
};

export const isInstalled = (program: Program): boolean => placeOf(program) !== null;

/** The path of a program, or an error that says how to install it. A test that calls it is skipped without the program. */
export const programPath = (program: Program): string => {
  const place = placeOf(program);
  if (place === null) throw new Error(`\`${program}\` is not installed. ${adviceFor([program])}`);
  return place;
};

/** For programs that a test starts through a shell or by a document's own command. */
export const needs = (...programs: readonly Program[]): void => programs.forEach(programPath);

/** The commands that install programs. */
export const adviceFor = (missing: readonly Program[]): string => {
  const rows = missing.map(programRow);
  const debian = [...new Set(rows.map((row) => row.debian))].join(" ");
  const formulas = [...new Set(rows.flatMap(({ macos }) => macos ?? []))];
  const macos = formulas.length === 0 ? "" : `\n  macOS: brew install ${formulas.join(" ")}`;
  return `To install:\n  Debian: apt-get install ${debian}${macos}`;
};
