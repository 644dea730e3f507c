import type { AgentRecipe } from "../../shapes/agent-manifest.ts";

/** A request as one command line for a POSIX shell. */
export const curlLine = (baseUrl: string, request: AgentRecipe["request"], savedAs: string | null = null): string => {
  const { path, headers, body } = request;
  const words = [
    ...Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]),
    ...bodyWords(body),
    ...(savedAs === null ? [] : ["-o", savedAs]),
    `${baseUrl}${path}`,
  ];
  return ["curl", "-sS", ...words.map(shellWord)].join(" ");
};

const bodyWords = (body: AgentRecipe["request"]["body"]): readonly string[] => {
  if ("json" in body) return ["-d", JSON.stringify(body.json)];
  if ("file" in body) return ["--data-binary", `@${body.file}`];
  return Object.entries(body.multipart).flatMap(([name, value]) => ["-F", `${name}=${value}`]);
};

/** A text as one word of a POSIX shell, quoted only where it has to be. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
