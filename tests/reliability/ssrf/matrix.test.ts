import { setTimeout } from "node:timers/promises";
import { ERRORS } from "@lumiglyph/contract";
import { createImageFetcher, type FetchImage } from "@lumiglyph/service";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createGuardedAgent } from "../../../apps/service/src/security/guarded-agent.ts";
import { trustedHosts } from "../../../apps/service/src/security/trusted-hosts.ts";
import { fixture } from "../../spec/drawn.ts";
import { askRender, jsonBody, rawImage } from "../../support/http-render.ts";
import { serviceForFile } from "../../support/http-service.ts";
import { ADDRESS_CASES, NAME_CASES } from "./address-cases.ts";
import { ALLOWLIST, type Case, CERTIFIED, type End, OWN_URLS } from "./case.ts";
import { resolverOf } from "./names.ts";
import { type Network, ORIGIN_ADDRESSES, startNetwork } from "./network.ts";
import { originOf } from "./origin.ts";
import { REDIRECT_CASES } from "./redirect-cases.ts";
import { TRANSPORT_CASES } from "./transport-cases.ts";
import { fetchUnguarded } from "./unguarded.ts";
import { URL_CASES } from "./url-cases.ts";

const CASES = [...URL_CASES, ...ADDRESS_CASES, ...NAME_CASES, ...REDIRECT_CASES, ...TRANSPORT_CASES];
const PICTURE = fixture("charts/ramp.png");
const MAX_BYTES = 100_000;
const COLUMNS = { columns: 8, autoOptimize: 0 };
const TRANSPORTS = ["POST", "GET"] as const;

let network: Network;
let fetchImage: FetchImage;
// a host must be trusted, or addresses are off
const service = serviceForFile({ SERVICE_IMAGE_FETCH_ALLOWLIST: ALLOWLIST.join(",") }, () => ({
  fetchImage: (...given) => fetchImage(...given),
}));

beforeAll(async () => {
  network = await startNetwork(CERTIFIED, originOf(PICTURE));
});
afterAll(() => network.stop());

const trusted = trustedHosts(ALLOWLIST, OWN_URLS);

/** A fetcher in the environment of this case. */
const prepare = ({ zones = [], allowPrivate = false, moved, timeoutMs = 5000 }: Case) => {
  const { resolve, lookups } = resolverOf(zones, ORIGIN_ADDRESSES.slice(0, 1));
  const agent = createGuardedAgent({
    trusted,
    allowPrivate,
    connectTimeoutMs: timeoutMs,
    stallTimeoutMs: timeoutMs,
    resolve,
    dial: network.dial(moved),
    tls: { ca: network.certificate },
  });
  fetchImage = createImageFetcher({ agent, trusted, maxBytes: MAX_BYTES, timeoutMs, slots: 4, userAgent: "test" });
  return { agent, lookups };
};

/** Everything that a client sees of a response, except values that are unique to each. */
const answerTo = async (transport: (typeof TRANSPORTS)[number], imageUrl: string) => {
  const { status, headers, text } = transport === "GET" ? await atAddress(imageUrl) : await posted(imageUrl);
  if (status === 200) return { end: "drawn" as const, seen: text };
  const { traceId: _traceId, ...problem } = JSON.parse(text) as { readonly [name: string]: unknown };
  const seen = JSON.stringify([problem, [...headers.keys()].toSorted()]);
  const end = ENDS.find(([, code]) => code === problem["code"])?.[0] ?? `${status} ${problem["code"]}`;
  return { end, seen: `${transport} ${seen}` };
};

const posted = (imageUrl: string) => askRender(service.url, jsonBody({ imageUrl, ...COLUMNS }));

const atAddress = async (imageUrl: string) => {
  const query = new URLSearchParams({ autoOptimize: "0", columns: "8", imageUrl });
  // follows the redirect to the canonical address, as a browser does
  const response = await fetch(`${service.url}/api/v1/render?${query}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const ENDS: readonly (readonly [End, keyof typeof ERRORS])[] = [
  ["too long", "parameter_invalid"],
  ["untrusted", "image_url_untrusted"],
  ["missing", "image_url_missing"],
  ["failed", "image_host_failed"],
  ["slow", "image_host_slow"],
  ["too large", "image_too_large"],
  ["unreadable", "image_unreadable"],
  ["not an image", "image_format_unsupported"],
];

const seenByEnd = new Map<string, Set<string>>();
let attempts = 0;
let escapes = 0;

describe("an image URL that is", () => {
  const each = TRANSPORTS.flatMap((transport) => CASES.map((one) => ({ ...one, transport })));
  test.each(each)("$name ends $ends over $transport", async ({ transport, ...one }) => {
    const before = network.escapes();
    const { agent, lookups } = prepare(one);
    const answers = [await answerTo(transport, one.url)];
    if (one.again !== undefined) {
      // undici counts a socket as idle some ticks after the end of the body
      await setTimeout(20);
      answers.push(await answerTo(transport, one.url));
    }
    await agent.destroy();
    attempts++;
    if (network.escapes().bytes > before.bytes) escapes++;
    for (const { end, seen } of answers) seenByEnd.set(end, (seenByEnd.get(end) ?? new Set()).add(seen));
    expect(answers.map(({ end }) => end)).toEqual(one.again === undefined ? [one.ends] : [one.ends, one.again]);
    expect(lookups()).toBeLessThanOrEqual(one.lookups ?? Number.POSITIVE_INFINITY);
    expect(network.escapes().bytes).toBe(before.bytes);
    // a network that misroutes is noticed on connecting; in all other cases nothing connects
    expect(network.escapes().connections - before.connections).toBe(
      one.moved === undefined ? 0 : answers.length * arrivals(one),
    );
  });
});

/** Connections to a private listener caused by one attempt in a network that misroutes. */
const arrivals = ({ moved = "" }: Case): number => (ORIGIN_ADDRESSES.includes(moved) ? 0 : 1);

describe("all of them", () => {
  test("number more than 120 and have unique names", () => {
    expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length);
    expect(CASES.length).toBeGreaterThanOrEqual(120);
  });

  test("leave no byte at a private listener, and each kind of ending tells the client one thing over each transport", async () => {
    await setTimeout(100);
    const { bytes } = network.escapes();
    expect([attempts, escapes, bytes]).toEqual([TRANSPORTS.length * CASES.length, 0, 0]);
    expect([...seenByEnd].map(([end, seen]) => [end, seen.size])).toEqual(
      [...seenByEnd].map(([end]) => [end, end === "drawn" ? 1 : TRANSPORTS.length * (SENTENCES[end] ?? 1)]),
    );
    for (const [end, code] of ENDS)
      expect([...(seenByEnd.get(end) ?? [])].join()).toContain(TOLD[end] ?? ERRORS[code].says);
    console.log(`SSRF matrix: ${attempts} cases, ${escapes} escapes, ${bytes} bytes at private listeners.`);
  });

  test("render the same as the picture itself, if they render", async () => {
    const { text } = await askRender(service.url, rawImage(PICTURE, COLUMNS));
    expect([...(seenByEnd.get("drawn") ?? [])]).toEqual([text]);
  });

  test("would reach the private listeners without the guard", async () => {
    const before = network.escapes();
    let reached = 0;
    for (const one of CASES.filter(({ ends }) => ends === "untrusted" || ends === "failed")) {
      const { bytes } = network.escapes();
      await fetchUnguarded(one, network);
      if (network.escapes().bytes > bytes) reached++;
    }
    console.log(`The same cases without the guard: ${reached} reach a private listener.`);
    expect(reached).toBeGreaterThanOrEqual(200);
    expect(network.escapes().bytes).toBeGreaterThan(before.bytes);
  });
});

/** Endings with several sentences: what the trusted host itself sent, and URLs as the client sent them. */
const SENTENCES: { readonly [end: string]: number } = { "not an image": 2, "too long": 3 };

/** Sentences that are not in the table: they name a limit or the formats. */
const TOLD: { readonly [Name in End]?: string } = {
  "too long": "Percent-encoding counts. Give a shorter address, or send the image itself.",
  "too large": `The image has more than ${MAX_BYTES} bytes, which is the limit.`,
  "not an image": "A gzip archive is not supported. Send one of: JPEG, PNG, WebP, GIF, AVIF.",
};
