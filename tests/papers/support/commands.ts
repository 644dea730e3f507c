/** A command of a paper that no test runs: how it begins, and why. */
type Spared = { readonly begins: string; readonly why: string };

/** Commands that are run as they stand: how they begin. */
const RUN = ["curl ", "printf ", "npm run -s lumiglyph -- ", "npx node tests/evidence/recompute.ts "] as const;

/** The command that the service is started by; all others ask the service that it has started. */
const START = "npm start";

/** Every other command of the papers. */
const SPARED: readonly Spared[] = [
  { begins: "npm ci", why: "whoever runs tests has done it" },
  { begins: "npm run build", why: "a step of `npm run verify`" },
  {
    begins: "docker compose up",
    why: "no Docker where tests run: tests/deploy/container.test.ts reads what it builds",
  },
  { begins: "kubectl kustomize", why: "tests/deploy/kubernetes.test.ts runs it" },
  { begins: "claude mcp add", why: "somebody else's client: tests/mcp/sdk-clients.test.ts connects to that address" },
  { begins: "npx vite my-receiver", why: "tests/handoff/tutorial.test.ts serves that page" },
];

/** What becomes of a command: it is run, it is the start, it is spared; `unknown` where no table has it. */
export const fateOf = (line: string): "run" | "start" | "spared" | "unknown" => {
  const command = line.replace(/^(?:SERVICE_[A-Z_]+=\S+ )+/, "");
  if (command === START) return "start";
  if (SPARED.some(({ begins }) => command.startsWith(begins))) return "spared";
  return RUN.some((begins) => command.startsWith(begins)) ? "run" : "unknown";
};

/** The commands of a shell block: comments left out, lines that go on joined, `&&` taken apart. */
export const commandsIn = (block: string): readonly string[] =>
  block
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/(\\|\|)\n\s*/g, (_, joint: string) => (joint === "|" ? "| " : ""))
    .split("\n")
    .flatMap((line) => line.split(" && "))
    .filter((line) => line !== "");

/** A command of a console block, and what it is said to print. */
export type Session = { readonly command: string; readonly output: string };

/** What is typed behind a `$` in a console block, each with the lines that follow. */
export const sessionsIn = (block: string): readonly Session[] =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((text) => text.replaceAll(/\\\n\s*/g, ""))
    .map((text) => ({ command: text.split("\n", 1)[0]!, output: text.slice(text.indexOf("\n") + 1).trimEnd() }));
