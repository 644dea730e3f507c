import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";
import { colorTable } from "../scripts/docs/comparison.ts";
import { writeDocs } from "../scripts/docs/pages.ts";
import { compareColor } from "./compare/color.ts";
import { type Comparison, readComparison, writeComparison } from "./compare/record.ts";
import { deviations, mergeRows } from "./compare/rows.ts";
import { loadSubjects, scoreTool } from "./compare/score.ts";
import { type Present, timeRows } from "./compare/time.ts";
import { OWN, TOOLS, type Tool } from "./compare/tools.ts";
import { listPictures } from "./engine.ts";
import { DEFAULT_FONT } from "./options.ts";

/**
 * Compares us with other tools on the project's own pictures, and writes `docs/reference/comparison.json`, the README's table
 * and the reference page. `--check` writes nothing and fails if a figure differs from the committed one; `--no-times`
 * keeps the committed times. `--corpus` prints the table of pages in color for a folder of other pictures, and does nothing
 * else. Needs a build.
 */
const { values } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    corpus: { type: "string" },
    "no-times": { type: "boolean", default: false },
    rounds: { type: "string", default: "7" },
  },
});

const VIEW = { font: DEFAULT_FONT, columns: 120 } as const;

const committed = readComparison();
if (values.corpus !== undefined) {
  console.log(colorTable(await colorOf(values.corpus)));
  process.exit();
}
const subjects = await loadSubjects(VIEW.columns, VIEW.font);
const present = TOOLS.flatMap(findTool);
if (present[0]?.tool.name !== OWN) throw new Error("There is no build. Run npm run build first.");

const scored = present.flatMap(({ tool, program }) => {
  console.log(`${tool.name} ${program.version}`);
  return scoreTool(tool, program, subjects);
});
const rounds = { rounds: Number(values.rounds), warmup: 1 };
const { nodeStart, nextPicture, rows } = values["no-times"]
  ? { nodeStart: null, nextPicture: null, rows: scored }
  : await timeRows(scored, { present, subjects, rounds });

const color = await colorOf(null);

if (values.check) check();
else write();

/** Our pages in color beside those of the chafa that this machine has. */
async function colorOf(corpus: string | null): Promise<Comparison["color"]> {
  const programOf = (wanted: string) => TOOLS.filter(({ name }) => name === wanted).flatMap(findTool)[0]?.program;
  const [ours, theirs] = [programOf(OWN), programOf("chafa")];
  if (ours === undefined || theirs === undefined) {
    if (corpus !== null) throw new Error("--corpus needs a build and chafa.");
    return committed.color;
  }
  const pictures = await listPictures(corpus);
  const rows = await compareColor(pictures, VIEW.columns, VIEW.font, { ours, theirs });
  return { version: theirs.version, pictures: pictures.length, rows };
}

function findTool(tool: Tool): readonly Present[] {
  const program = tool.source.find();
  if (program !== null) return [{ tool, program }];
  console.log(`${tool.name} is not installed (${tool.source.remedy}): its committed rows stay.`);
  return [];
}

function check(): void {
  const { faults, notes } = deviations(committed, { rows, color });
  for (const note of notes) console.log(`not compared: ${note}`);
  for (const fault of faults) console.error(fault);
  console.log(`${rows.length} rows compared with the committed ones, ${faults.length} faults`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

function write(): void {
  writeComparison({
    date: new Date().toISOString().slice(0, 10),
    machine: `${availableParallelism()} cores of ${cpus()[0]?.model ?? "an unknown CPU"}, Node ${process.versions.node}`,
    ...VIEW,
    nodeStart: nodeStart ?? committed.nodeStart,
    nextPicture: nextPicture ?? committed.nextPicture,
    rows: mergeRows(committed, rows, nodeStart !== null),
    color,
  });
  writeDocs();
}
