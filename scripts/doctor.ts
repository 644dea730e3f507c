import { adviceFor, isInstalled, programNames, programRow } from "../tests/support/programs.ts";
import { skippedHere, systemTests } from "../tests/support/system-tests.ts";

// Lists the programs that tests start and that are not installed here.

const missing = programNames.filter((name) => !isInstalled(name));
if (missing.length === 0) {
  console.log("Every program that tests start is installed.");
} else {
  const width = Math.max(...missing.map(({ length }) => length));
  console.log("Not installed here:\n");
  for (const name of missing) console.log(`  ${name.padEnd(width)}  ${programRow(name).for}`);
  const skipped = skippedHere(systemTests());
  const slow = skipped.filter(({ file }) => file.endsWith(".slow.test.ts")).length;
  console.log(`
\`npm test\` needs none of them. \`npm run test:all\` skips ${skipped.length - slow} test files \
without them, \`npm run test:slow\` ${slow}.

${adviceFor(missing)}
  A Chromium or Chrome elsewhere: set CHROMIUM to its path.`);
}
if (process.platform !== "linux")
  console.log("\nTests of processes read /proc: run `npm run test:all` in the dev container or WSL.");
