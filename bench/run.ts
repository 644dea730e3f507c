import { availableParallelism, cpus, loadavg } from "node:os";
import { fidelity } from "./fidelity.ts";
import { live } from "./live.ts";
import { type Question, readOptions } from "./options.ts";
import { render } from "./render.ts";
import { roundTrip } from "./round-trip.ts";
import { scale } from "./scale/scale.ts";
import { seal } from "./seal.ts";
import { stages } from "./stages.ts";
import { start } from "./start.ts";

/** All questions; `npm run bench -- NAME` runs one in full. */
const QUESTIONS: readonly Question[] = [fidelity, stages, render, roundTrip, live, start, seal, scale];

/** Without a name, runs a short form of all but `scale`, which takes a quarter of an hour and writes its results. */
const isSelected = ({ name }: Question): boolean => (names.length === 0 ? name !== scale.name : names.includes(name));

const { names, options } = readOptions(process.argv.slice(2));
const unknown = names.filter((name) => QUESTIONS.every((question) => question.name !== name));
if (unknown.length > 0) {
  const known = QUESTIONS.map(({ name, asks }) => `  ${name.padEnd(10)} ${asks}`).join("\n");
  console.error(`There is no question ${unknown.join(" or ")}. Choose from:\n${known}`);
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
for (const { name, asks, answer } of QUESTIONS.filter(isSelected)) {
  console.log(`\n${name}: ${asks}\n`);
  await answer(options);
}
