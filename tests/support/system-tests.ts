import { globSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";
import { importsIn } from "../architecture/imports.ts";
import { isInstalled, type Program, programNames } from "./programs.ts";

const ROOT = join(import.meta.dirname, "../..");

/** A test of the system, and the programs that it cannot run without. */
export type SystemTest = { readonly file: string; readonly programs: readonly Program[] };

/** Reads a module of the repository by its path. */
type Read = (path: string) => string;

/** Every test file. */
export const allTests = (): readonly string[] =>
  globSync(["{packages,apps}/*/src/**/*.test.{ts,tsx}", "{tests,bench}/**/*.test.ts"], { cwd: ROOT })
    .map((path) => path.split(sep).join("/"))
    .toSorted();

/**
 * The tests that start a process, a browser or the whole service, or ask for a program or a font,
 * themselves or through a module for tests. What a module imports says so: no list of names to
 * keep. Parts of the product that start processes do not count: their tests need Node alone.
 */
export const systemTests = (files: readonly string[] = allTests(), read: Read = readCached): readonly SystemTest[] =>
  files.flatMap((file) => {
    const modules = reachedFrom(file, read);
    const texts = modules.map(read);
    const asked = new Set(texts.flatMap(programsIn));
    const programs = programNames.filter((name) => asked.has(name));
    const starts = modules.includes(SERVICE) || texts.some((text) => STARTS.test(text));
    return starts || programs.length > 0 ? [{ file, programs }] : [];
  });

/** The tests that cannot run here, with the programs that they lack. */
export const skippedHere = (tests: readonly SystemTest[]): readonly SystemTest[] =>
  tests
    .map(({ file, programs }) => ({ file, programs: programs.filter((name) => !isInstalled(name)) }))
    .filter(({ programs }) => programs.length > 0);

/** Starts the service with real renders. */
const SERVICE = "tests/support/http-service.ts";

/** An import of what starts processes or browsers; types start nothing. */
const STARTS = /^import (?!type\b)[^;]*?from "(?:node:child_process|playwright-core)";/m;

/** The programs that a module asks for by name: `programPath("x")`, `needs("x", "y")`. */
export const programsIn = (text: string): readonly Program[] =>
  [...text.matchAll(/\b(?:programPath|needs)\(((?:\s*"[\w.-]+",?)+)\s*\)/g)].flatMap(([, names]) =>
    [...names!.matchAll(/"([\w.-]+)"/g)].map(([, name]) => name as Program),
  );

/** A test and the modules for tests that it imports, directly or not. */
export const reachedFrom = (file: string, read: Read = readCached): readonly string[] => {
  const reached = new Set([file]);
  for (const path of reached) {
    for (const name of importsIn(read(path).replaceAll(TYPE_IMPORT, ""))) {
      if (!name?.startsWith(".") || !/\.tsx?$/.test(name)) continue;
      const target = posix.join(posix.dirname(path), name);
      if (FOR_TESTS.test(target)) reached.add(target);
    }
  }
  return [...reached];
};

const TYPE_IMPORT = /^import type\b[^;]*;/gm;

const FOR_TESTS = /^(?:tests|bench|scripts)\/|\/src\/testing\//;

const texts = new Map<string, string>();

const readCached: Read = (path) => {
  const known = texts.get(path) ?? readFileSync(join(ROOT, path), "utf8");
  texts.set(path, known);
  return known;
};

/** Starts of programs that a module for tests does not announce, one sentence each. */
export const unannouncedStarts = (path: string, text: string): readonly string[] => {
  const announced = new Set<string>([...programsIn(text), ...ALWAYS]);
  const started = [...text.matchAll(START_BY_NAME)].map(([, name]) => name!);
  const unknown = [...new Set(started)].filter((name) => !announced.has(name));
  const faults = unknown.map(
    (name) => `${path} starts ${name}: write programPath("${name}"), and a row in programs.ts`,
  );
  const isOwnBrowser = OWN_BROWSER.test(text) && path !== "tests/support/chromium.ts";
  return isOwnBrowser ? [...faults, `${path} starts a browser: call launchShell`] : faults;
};

/** On every machine where npm runs; setpriv on every Linux, and its test asks first. */
const ALWAYS = ["sh", "npm", "cat", "mkfifo", "setpriv"];

const START_BY_NAME = /\b(?:spawn|spawnSync|execFile|execFileSync|exec|execSync)\)?\(\s*"([^"/]+)"/g;

const OWN_BROWSER = /^import (?!type\b)[^;]*?from "playwright-core";/m;
