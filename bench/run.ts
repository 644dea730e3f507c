import { availableParallelism, cpus, loadavg } from "node:os";
import { cells } from "./cells.ts";
import { codebook } from "./codebook.ts";
import { director } from "./director.ts";
import { fidelity } from "./fidelity.ts";
import { live } from "./live.ts";
import { readOptions } from "./options.ts";
import type { Question } from "./question.ts";
import { render } from "./render.ts";
import { roundTrip } from "./round-trip.ts";
import { stages } from "./stages.ts";

/** Every question; `npm run bench -- NAME` asks one in full, without a name all are asked in short. */
const QUESTIONS: readonly Question[] = [fidelity, stages, render, cells, codebook, director, roundTrip, live];

const { names, options } = readOptions(process.argv.slice(2));
const unknown = names.filter((name) => QUESTIONS.every((question) => question.name !== name));
if (unknown.length > 0) {
  const known = QUESTIONS.map(({ name, asks }) => `  ${name.padEnd(10)} ${asks}`).join("\n");
  console.error(`No question is called ${unknown.join(" or ")}. There are:\n${known}`);
  process.exit(2);
}

const machine = [
  cpus()[0]?.model ?? "unknown CPU",
  `${availableParallelism()} cores`,
  `load ${loadavg()[0]!.toFixed(1)}`,
  `Node ${process.versions.node}`,
  new Date().toISOString(),
];
console.log(machine.join(", "));
for (const { name, asks, answer } of QUESTIONS.filter(({ name }) => names.length === 0 || names.includes(name))) {
  console.log(`\n${name}: ${asks}\n`);
  await answer(options);
}
