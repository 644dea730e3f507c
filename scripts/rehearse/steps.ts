import { readFileSync } from "node:fs";
import { type Copy, DockerfileParser, type From, type Instruction } from "dockerfile-ast";

/** A Dockerfile instruction: its keyword and arguments, called as a shell function. */
export type Step = { readonly keyword: string; readonly words: readonly string[] };

/** Reads a Dockerfile's instructions. Throws on one that the rehearsal does not support. */
export const readDockerfile = (text: string): readonly Step[] =>
  DockerfileParser.parse(text)
    .getInstructions()
    .map((instruction) => ({ keyword: instruction.getKeyword(), words: wordsOf(instruction) }));

/** `FROM image name`, `COPY from source… target`, `RUN script`; all others keep their arguments. */
const wordsOf = (instruction: Instruction): readonly string[] => {
  const keyword = instruction.getKeyword();
  const text = instruction.getArgumentsContent() ?? "";
  switch (keyword) {
    case "RUN":
      return [text];
    case "FROM":
      return [(instruction as From).getImage() ?? "", (instruction as From).getBuildStage() ?? ""];
    case "COPY":
      return [(instruction as Copy).getFromFlag()?.getValue() ?? "", ...plainWords(text)];
    case "ENV":
    case "WORKDIR":
    case "USER":
    case "EXPOSE":
    case "STOPSIGNAL":
      return plainWords(text);
    case "ENTRYPOINT":
    case "CMD":
    case "HEALTHCHECK":
      return JSON.parse(text.replace(/^CMD\s+/, "")) as string[];
    default:
      throw new Error(`A rehearsal cannot perform ${keyword}.`);
  }
};

const plainWords = (text: string): readonly string[] => {
  const words = text.split(/[\s\\]+/);
  if (/[$"']/.test(text)) throw new Error(`A rehearsal does not expand variables and quotes: ${text}`);
  return words;
};

/** The README's commands to a first render: installation, start, first request. */
export type Start = { readonly install: string; readonly start: string; readonly ask: string };

/** Reads the commands under the README's "Start". */
export const readStart = (readme: string): Start => {
  const section = /^## Start\n(.*?)^## /ms.exec(readme)?.[1] ?? "";
  const blocks = [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block!);
  const lines = blocks.flatMap((block) => block.replaceAll("\\\n", " ").split(/\n| && /));
  const at = lines.indexOf("npm start");
  const ask = lines.slice(at).find((line) => line.startsWith("curl "));
  if (at < 1 || ask === undefined) throw new Error("The README's start is not: a command, `npm start`, `curl …`.");
  return { install: lines.slice(0, at).filter(Boolean).join(" && "), start: "npm start", ask };
};

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

// prints shell lines for scripts/rehearse.sh
if (import.meta.main) {
  const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
  const lines =
    process.argv[2] === "start"
      ? Object.entries(readStart(read("README.md"))).map(([name, command]) => `${name}=${quoted(command)}`)
      : readDockerfile(read("Dockerfile")).map(({ keyword, words }) => [keyword, ...words.map(quoted)].join(" "));
  console.log(lines.join("\n"));
}
