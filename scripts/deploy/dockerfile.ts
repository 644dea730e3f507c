import { type Copy, DockerfileParser, type Env, type From, type Instruction } from "dockerfile-ast";

/** What each instruction that is understood here says. */
type Instructions = {
  readonly RUN: { readonly script: string };
  readonly COPY: { readonly from: string | null; readonly sources: readonly string[]; readonly target: string };
  readonly ENV: { readonly variables: Variables };
  readonly WORKDIR: Value;
  readonly USER: Value;
  readonly EXPOSE: Value;
  readonly STOPSIGNAL: Value;
  readonly ENTRYPOINT: Words;
  readonly CMD: Words;
  readonly HEALTHCHECK: Words;
};
type Value = { readonly value: string };
type Words = { readonly words: readonly string[] };

/** An instruction of one kind, and the line that it is. */
export type StepOf<Does extends keyof Instructions> = {
  readonly does: Does;
  readonly line: string;
} & Instructions[Does];

/** One instruction of a stage. */
export type Step = { [Does in keyof Instructions]: StepOf<Does> }[keyof Instructions];

/** Environment variables by their names. */
export type Variables = { readonly [name: string]: string };

/** What one FROM begins: on which image, under which name, and what is done there. */
export type Stage = { readonly image: string; readonly name: string | null; readonly steps: readonly Step[] };

/** The stages of a Dockerfile in their order. What this does not know is refused: it is never passed over. */
export const readDockerfile = (text: string): readonly Stage[] => {
  const instructions = DockerfileParser.parse(text).getInstructions();
  const starts = instructions.flatMap((one, at) => (one.getKeyword() === "FROM" ? [at] : []));
  return starts.map((start, nth) => {
    const from = instructions[start] as From;
    const steps = instructions.slice(start + 1, starts[nth + 1]).map(stepOf);
    return { image: from.getImage() ?? "", name: from.getBuildStage(), steps };
  });
};

/** The only step of its kind in a stage. */
export const onlyStep = <Does extends keyof Instructions>({ steps }: Stage, does: Does): StepOf<Does> => {
  const all: readonly { readonly does: string }[] = steps;
  const [first, ...others] = all.filter((step): step is StepOf<Does> => step.does === does);
  if (first === undefined || others.length > 0) throw new Error(`There is not exactly one ${does}.`);
  return first;
};

const stepOf = (instruction: Instruction): Step => {
  const text = (instruction.getArgumentsContent() ?? "").replaceAll(/\s+/g, " ");
  const does = instruction.getKeyword();
  const line = `${does} ${text}`;
  switch (does) {
    case "RUN":
      return { line, does, script: instruction.getArgumentsContent() ?? "" };
    case "COPY": {
      const from = (instruction as Copy).getFromFlag()?.getValue() ?? null;
      const names = plain(text).split(" ");
      return { line, does, from, sources: names.slice(0, -1), target: names.at(-1)! };
    }
    case "ENV":
      return { line, does, variables: variablesOf(instruction as Env) };
    case "WORKDIR":
    case "USER":
    case "EXPOSE":
    case "STOPSIGNAL":
      return { line, does, value: plain(text) };
    case "ENTRYPOINT":
    case "CMD":
    case "HEALTHCHECK":
      return { line, does, words: JSON.parse(text.replace(/^CMD /, "")) as string[] };
    default:
      throw new Error(`${does} is not among what is understood here.`);
  }
};

const variablesOf = (instruction: Env): Variables =>
  Object.fromEntries(instruction.getProperties().map((one) => [one.getName(), plain(one.getValue() ?? "")]));

/** Text in which nothing is to be replaced. */
const plain = (text: string): string => {
  if (/[$"'\\]/.test(text)) throw new Error(`Variables and quotes are not understood here: ${text}`);
  return text;
};
