import { blocksIn } from "../pack/examples.ts";

/** The commands of a start: what is done before the service is started, that, and what is asked of it. */
export type Start = { readonly install: string; readonly start: string; readonly ask: string };

/** The commands under a README's "Start". */
export const startOf = (readme: string): Start => {
  const section = /^## Start\n(.*?)^## /ms.exec(readme)?.[1] ?? "";
  const lines = blocksIn(section, "sh").flatMap((block) => block.replaceAll("\\\n", " ").split(/\n| && /));
  const at = lines.indexOf("npm start");
  const ask = lines.slice(at).find((line) => line.startsWith("curl "));
  if (at < 1 || ask === undefined) throw new Error("The README's start is not: something, `npm start`, `curl …`.");
  return { install: lines.slice(0, at).filter(Boolean).join(" && "), start: "npm start", ask };
};
