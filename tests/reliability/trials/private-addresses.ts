import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { atLeast, type Finding, none } from "../findings.ts";
import { defineTrial } from "../trial.ts";

const FOLDER = fileURLToPath(new URL("../ssrf", import.meta.url));
const VITEST = fileURLToPath(new URL("../../../node_modules/vitest/vitest.mjs", import.meta.url));

/** Image URLs that lead to private addresses. The tests do the work at every change; their figures are read here. */
export const privateAddresses = defineTrial({
  name: "private-addresses",
  does: "server-side request forgery: URLs, names, redirects and networks that lead to private addresses, over POST and at addresses of GET",
  quick: null,
  full: { "random addresses": 10_000 },
  run: async ({ "random addresses": count }) => {
    const child = spawn(process.execPath, [VITEST, "run", FOLDER, "--reporter=verbose", "--no-color"], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
    const [, cases, escapes, bytes] = /SSRF matrix: (\d+) cases, (\d+) escapes, (\d+) bytes/.exec(output) ?? [];
    const oracles = [...output.matchAll(/(\d+) addresses, ([\w.-]+): (\d+) apart/g)];
    return [
      atLeast("cases", Number(cases ?? 0), 240),
      none("escapes", Number(escapes ?? 1)),
      none("bytes at private listeners", Number(bytes ?? 1)),
      ...oracles.map(
        ([, addresses, oracle]): Finding => atLeast(`addresses judged by ${oracle} too`, Number(addresses), count),
      ),
      none("oracles that were not asked", 2 - oracles.length),
      none("exit code of the tests", code === 0 ? [] : [errors.slice(0, 300)]),
    ];
  },
});
