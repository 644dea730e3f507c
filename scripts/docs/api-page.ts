import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isolatedDeclarationSync } from "rolldown/experimental";
import { ROOT } from "../pack/published.ts";

/** The reference of the packages' exports, from their types and comments. */
export const apiPage = (): string =>
  `${[
    "---\ntitle: Packages\nshape: reference\n---",
    "<!-- Generated from the types of the packages by scripts/generate.ts: do not edit. -->",
    "# Packages",
    "What each package exports, with its types. Most programs need `draw` alone. [Parameters](parameters.md) says what each option does; [errors](errors.md) lists the codes of a `Refusal`.",
    ...ENTRIES.flatMap(({ name, file, says }) => [`## ${name}`, says, ...exportsOf(join(ROOT, file)).map(section)]),
  ].join("\n\n")}\n`;

const ENTRIES = [
  { name: "lumiglyph", file: "packages/lumiglyph/src/index.ts", says: "In Node, Bun and Deno." },
  {
    name: "lumiglyph/browser",
    file: "packages/lumiglyph/src/browser.ts",
    says: "In pages, and wherever else JavaScript runs.",
  },
  { name: "@lumiglyph/element", file: "packages/element/src/index.ts", says: "Importing it defines `<lumi-glyph>`." },
  {
    name: "@lumiglyph/element/server",
    file: "packages/element/src/server.ts",
    says: "For pages that a server writes.",
  },
  { name: "@lumiglyph/element/react", file: "packages/element/src/react.ts", says: "For React 18 and newer." },
  {
    name: "@lumiglyph/engine",
    file: "packages/engine/src/index.ts",
    says: "What draws: pure, without a host. For programs that decode by themselves, or draw video.",
  },
  { name: "@lumiglyph/decode/node", file: "packages/decode/src/node.ts", says: "Image files to pixels, by sharp." },
  {
    name: "@lumiglyph/decode/browser",
    file: "packages/decode/src/browser.ts",
    says: "Image files to pixels, by the browser.",
  },
  { name: "@lumiglyph/decode/font", file: "packages/decode/src/font.ts", says: "The light of a font of your own." },
] as const;

/** An exported name, the comment on it and its declaration. */
type Export = { readonly name: string; readonly says: string; readonly code: string };

const section = ({ name, says, code }: Export): string =>
  [`### ${name}`, ...(says === "" ? [] : [says]), `\`\`\`ts\n${code}\n\`\`\``].join("\n\n");

/** The exports of a module: its own declarations and re-exports of our other files. */
const exportsOf = (file: string): readonly Export[] => {
  const statements = statementsIn(file);
  const passed = statements.flatMap(({ code }) => namesIn(code)).map((name) => findExport(file, name));
  const own = statements.filter(({ code }) => code.startsWith("export ")).flatMap(declarationIn);
  return [...own, ...passed].toSorted((one, other) => order(one) - order(other) || one.name.localeCompare(other.name));
};

/** Names in a list of exports. */
const namesIn = (code: string): readonly string[] =>
  (/^export (?:type )?\{([^}]*)\}/s.exec(code)?.[1] ?? "")
    .split(",")
    .map((name) => name.replace(/^\s*type /, "").trim())
    .filter((name) => name !== "");

/** The declaration of a name that a module exports, wherever it is. */
const findExport = (file: string, name: string): Export => {
  const statements = statementsIn(file);
  const own = statements.flatMap(declarationIn).find((one) => one.name === name);
  if (own !== undefined) return own;
  const list = statements.find(({ code }) => namesIn(code).includes(name));
  const from = /\} from "([^"]+)"/.exec(list?.code ?? "")?.[1];
  const next = from === undefined ? importOf(statements, file)(name) : resolve(from, file);
  if (list === undefined || next === file) throw new Error(`${file} does not export ${name}.`);
  return findExport(next, name);
};

/** Functions and values first. */
const order = ({ code }: Export): number => (code.startsWith("type") ? 1 : 0);

/** Where a name of this module was imported from. */
const importOf =
  (statements: readonly Statement[], file: string) =>
  (name: string): string => {
    const found = statements.find(({ code }) => code.startsWith("import") && new RegExp(`\\b${name}\\b`).test(code));
    const from = /from "([^"]+)"/.exec(found?.code ?? "")?.[1];
    return from === undefined ? file : resolve(from, file);
  };

const resolve = (name: string, from: string): string => {
  if (name.startsWith(".")) return join(dirname(from), name);
  const [scope, unit, part = "index"] = name.split("/");
  if (scope !== "@lumiglyph") throw new Error(`${from} passes on ${name}, which is not ours.`);
  return join(ROOT, `packages/${unit}/src/${part}.ts`);
};

type Statement = { readonly comment: string; readonly code: string };

/** The statements of a module's declarations, each with the comment before it. */
const statementsIn = (file: string): readonly Statement[] => {
  // it adds nothing to a table without a type, and no such table is on the page
  const { code } = isolatedDeclarationSync(file, readFileSync(file, "utf8"), {});
  const statements: Statement[] = [];
  let [comment, open] = ["", ""];
  for (const line of code.split("\n")) {
    open += `${line}\n`;
    const depth = [...open.replaceAll(/\/\*.*?\*\/|"[^"]*"|=>/gs, "")].reduce(
      (sum, letter) => sum + (DEPTH[letter] ?? 0),
      0,
    );
    if (open.trimStart().startsWith("/**") && !open.trimStart().slice(3).includes("*/")) continue;
    if (/^\s*\/\*\*.*\*\/\s*$/s.test(open)) {
      [comment, open] = [open, ""];
    } else if (depth === 0 && /[;}]\s*$/.test(open)) {
      statements.push({ comment, code: open.trim() });
      [comment, open] = ["", ""];
    }
  }
  return statements;
};

const DEPTH: { readonly [letter: string]: number } = {
  "{": 1,
  "(": 1,
  "[": 1,
  "<": 1,
  "}": -1,
  ")": -1,
  "]": -1,
  ">": -1,
};

const declarationIn = ({ comment, code }: Statement): readonly Export[] => {
  const name = /^(?:export )?(?:declare )?(?:const|function|class|type|let) (\w+)/.exec(code)?.[1];
  if (name === undefined) return [];
  const says = comment
    .replaceAll(/^\s*\/\*\*|\*\/\s*$/g, "")
    .replaceAll(/^\s*\*/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return [{ name, says, code: code.replace(/^(?:export )?(?:declare )?/, "").replaceAll("\t", "  ") }];
};
