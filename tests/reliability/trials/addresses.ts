import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { signAddress } from "lumiglyph";
import { type ImageHost, startImageHost } from "../../support/http-image-host.ts";
import { SCHEMAS } from "../../support/http-schemas.ts";
import { BOMBS } from "../bombs/bombs.ts";
import { atLeast, type Finding, figure, none } from "../findings.ts";
import { REFERENCE } from "../load/reference-requests.ts";
import { processSeconds } from "../machine-share.ts";
import { mutatedImages } from "../mutations/mutated-images.ts";
import { type ServiceProcess, startServiceProcess } from "../service-process.ts";
import { createTally } from "../tally.ts";
import { defineTrial } from "../trial.ts";
import { sendOverWire } from "../wire.ts";

import { overloadFindings } from "./overload.ts";

const SEED = 20_261;
const KEY = "0123456789abcdef0123456789abcdef";

/** Art at addresses: the GET counterpart of other trials' uploads. */
export const addresses = defineTrial({
  name: "addresses",
  does: "renders over GET: bombs and mutated images at a trusted host, changed signatures, and the load of the trial before",
  quick: { images: 200, "changed addresses": 500, turns: 1, "seconds at each load": 3, "seconds without overload": 1 },
  full: {
    images: 5000,
    "changed addresses": 5000,
    turns: 5,
    "seconds at each load": 12,
    "seconds without overload": 5,
  },
  run: async (size, say) => {
    const reference = readFileSync(join(import.meta.dirname, "../../../fixtures", REFERENCE));
    let hostile: Uint8Array = reference;
    const host = await startImageHost(["localhost"], ({ url, headers }, response) => {
      if (url === "/hostile") return response.end(hostile);
      response.setHeader("etag", '"reference"');
      if (headers["if-none-match"] === '"reference"') return response.writeHead(304).end();
      return response.end(reference);
    });
    const env = {
      ...{ SERVICE_IMAGE_FETCH_ALLOWLIST: `localhost:${host.port}`, SERVICE_IMAGE_FETCH_PRIVATE: "true" },
      NODE_EXTRA_CA_CERTS: host.certificateFile,
    };
    try {
      const service = await startServiceProcess(env);
      const ask = async (bytes: Uint8Array) => {
        hostile = bytes;
        return get(service.url, `columns=8&imageUrl=${at(host, "/hostile")}`);
      };
      const images = await imageFindings(ask, size.images);
      await service.quiet();
      const warnings = service.log(40);
      const load = await overloadFindings(service, { imageUrl: `https://localhost:${host.port}/reference` }, size, say);
      const unchanged = await unchangedFinding(service, `columns=8&imageUrl=${at(host, "/reference")}`);
      const { code } = await service.stop();
      return [
        ...images,
        none("workers that ended, and other warnings", warnings),
        ...(await signatureFindings(env, `columns=8&imageUrl=${at(host, "/reference")}`, size["changed addresses"])),
        unchanged,
        ...load,
        none("exit code", code ?? 1),
      ];
    } finally {
      await host.stop();
    }
  },
});

const at = ({ port }: ImageHost, path: string): string => encodeURIComponent(`https://localhost:${port}${path}`);

type Answer = { readonly status: number; readonly code: string };

/** The response to a GET on its own connection, sent byte for byte as written. */
const get = async (url: string, query: string): Promise<Answer> => {
  const path = `/api/v1/render?${query}`;
  const { status, body } = await sendOverWire(url, { kind: "address", method: "GET", path, headers: {}, body: "" });
  if (status < 400) return { status, code: status === 200 ? "drawn" : String(status) };
  const problem = JSON.parse(body);
  return { status, code: SCHEMAS.problem(problem) === "valid" ? problem.code : `no problem: ${body.slice(0, 100)}` };
};

const imageFindings = async (
  ask: (bytes: Uint8Array) => Promise<Answer>,
  count: number,
): Promise<readonly Finding[]> => {
  const statuses = createTally();
  const wrong: string[] = [];
  for (const { name, make, status, code } of BOMBS) {
    const answer = await ask(make());
    statuses.add(answer.status);
    if (answer.status !== status || answer.code !== code) wrong.push(`${name}: ${answer.status} ${answer.code}`);
  }
  const faults: string[] = [];
  for (const { bytes, format, how } of mutatedImages(count, SEED)) {
    if (bytes.length === 0) continue;
    const answer = await ask(bytes);
    statuses.add(answer.status);
    if (![200, 400, 413].includes(answer.status) || answer.code.startsWith("no problem"))
      faults.push(`a ${format}: ${how.join(", ")}: ${answer.status} ${answer.code}`);
  }
  return [
    none(`answers to ${BOMBS.length} bombs other than to the same upload`, wrong),
    none("answers to mutated images other than art, 400 or 413", faults),
    figure("statuses", JSON.stringify(statuses.counts())),
  ];
};

/** The cost of a cache that revalidates an address. */
const unchangedFinding = async ({ url, pid }: ServiceProcess, query: string): Promise<Finding> => {
  const address = `${url}/api/v1/render?${query}`;
  const etag = (await fetch(address)).headers.get("etag") ?? "";
  const ask = async (): Promise<void> => {
    const { status } = await fetch(address, { headers: { "if-none-match": etag } });
    if (status !== 304) throw new Error(`${status} instead of 304`);
  };
  for (let at = 0; at < 100; at++) await ask();
  const before = processSeconds(pid).own;
  for (let at = 0; at < ASKED; at++) await ask();
  return figure(
    "an unchanged address, answered with 304",
    `${((1000 * (processSeconds(pid).own - before)) / ASKED).toFixed(1)} ms of CPU time`,
  );
};

const ASKED = 1000;

/** A signed address, and slightly different ones, none of which may be rendered. */
const signatureFindings = async (
  env: { readonly [name: string]: string },
  query: string,
  count: number,
): Promise<readonly Finding[]> => {
  const service = await startServiceProcess({ ...env, SERVICE_URL_KEYS: KEY });
  const signed = new URL(signAddress(`https://art.example/api/v1/render?${query}`, KEY)).search.slice(1);
  const right = await get(service.url, signed);
  const [passed, failed]: [string[], string[]] = [[], []];
  let sent = 0;
  for (const changed of fc.sample(changesOf(signed), { seed: SEED, numRuns: count })) {
    if (changed === signed) continue;
    sent++;
    const { status, code } = await get(service.url, changed);
    if (status === 200) passed.push(changed);
    if (status >= 500) failed.push(`${status} ${code}: ${changed}`);
  }
  const { code } = await service.stop();
  return [
    atLeast("signed addresses drawn", right.status === 200 ? 1 : 0, 1),
    atLeast("changed addresses", sent, count * 0.9),
    none("of them drawn", passed),
    none("of them answered with 5xx", failed),
    none("exit code of the service with keys", code ?? 1),
  ];
};

/** One character replaced, removed, doubled or escaped; the case of one; parameters added, removed or in another order. */
const changesOf = (query: string): fc.Arbitrary<string> => {
  const place = fc.nat(query.length - 1);
  const shown = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
  const parts = query.split("&");
  const edit = (change: (one: string) => string) => (where: number) =>
    query.slice(0, where) + change(query[where] ?? "") + query.slice(where + 1);
  const escaped = (one: string) => `%${one.charCodeAt(0).toString(16)}`;
  return fc.oneof(
    fc.tuple(place, shown).map(([where, other]) => edit(() => other)(where)),
    ...[() => "", (one: string) => one + one, escaped, (one: string) => escaped(escaped(one))].map((change) =>
      place.map(edit(change)),
    ),
    place.map(edit((one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase()))),
    fc
      .tuple(shown, fc.string({ maxLength: 5 }))
      .map(([name, value]) => `${query}&${name}=${encodeURIComponent(value)}`),
    fc.shuffledSubarray(parts, { minLength: 1, maxLength: parts.length - 1 }).map((some) => some.join("&")),
    fc.constantFrom(
      query.replace("localhost", "localhost.example"),
      query.replace("columns=8", "columns=9"),
      encodeURIComponent(query),
      `${query}&exp=99999999999`,
      query.replace(/&sig=.*/, ""),
    ),
  );
};
