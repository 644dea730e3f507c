import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Programs that tests start besides Node, and the Debian package of each. */
const PACKAGES = {
  chromium: "chromium",
  "chromium-headless-shell": "chromium-headless-shell",
  curl: "curl",
  ffmpeg: "ffmpeg",
  "firefox-esr": "firefox-esr",
  haproxy: "haproxy",
  kubectl: "kubernetes-client",
  nginx: "nginx-light",
  openssl: "openssl",
  prometheus: "prometheus",
  promtool: "prometheus",
  python3: "python3",
  "redis-server": "redis-server",
  "systemd-analyze": "systemd",
  tmux: "tmux",
  xterm: "xterm",
  Xvfb: "xvfb",
} as const;

export type Program = keyof typeof PACKAGES;

/** Only tests of the slow half start these. */
const SLOW: readonly Program[] = ["firefox-esr", "tmux", "xterm", "Xvfb"];

/** Servers may be where only an administrator's shell looks. */
const FOLDERS = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"];

/** Where a program is; null if it is not installed. */
const placeOf = (program: Program): string | null =>
  FOLDERS.map((folder) => join(folder, program)).find((path) => isProgram(path)) ?? null;

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

export const isInstalled = (program: Program): boolean => placeOf(program) !== null;

/** The path of a program, or an error that says how to install it. */
export const programPath = (program: Program): string => {
  const place = placeOf(program);
  if (place === null)
    throw new Error(`This test needs \`${program}\`, which is not installed. ${adviceFor([program])}`);
  return place;
};

const adviceFor = (missing: readonly Program[]): string => {
  const packages = [...new Set(missing.map((program) => PACKAGES[program]))].join(" ");
  return `On Debian: apt-get install ${packages}. Elsewhere, install it as your system does, under this name on the PATH.`;
};

const ELSEWHERE =
  "Tests of processes read /proc and will fail here: run them in the dev container or WSL. `npm run smoke` runs anywhere.";

/** Vitest calls this before all tests: says at once what is missing, and refuses to go on in CI. */
export const setup = ({ config }: { readonly config: { readonly name?: string | undefined } }): void => {
  if (process.platform !== "linux") console.error(`\n${ELSEWHERE}\n`);
  const wanted = (Object.keys(PACKAGES) as Program[]).filter((name) => config.name === "slow" || !SLOW.includes(name));
  const missing = wanted.filter((program) => !isInstalled(program));
  if (missing.length === 0) return;
  const sentence = `Not installed: ${missing.join(", ")}. Tests that need them fail, or are skipped. ${adviceFor(missing)}`;
  if (process.env["CI"]) throw new Error(sentence);
  console.error(`\n${sentence}\n`);
};
