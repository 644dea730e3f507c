import { readFileSync } from "node:fs";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { canonicalAddress, parseAddress, refusalFor } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { validParams } from "../../../../tests/support/params.ts";
import { createApp } from "../app.ts";
import { signatureOf } from "../delivery/addresses.ts";
import { createRenderer } from "../render/renderer.ts";
import type { Settings } from "../tables/settings.ts";
import { fetched, httpParts } from "../testing/test-parts.ts";

const PICTURE = readFileSync(new URL("../../../../fixtures/formats/palette.png", import.meta.url));
const OTHER = readFileSync(new URL("../../../../fixtures/sprite.png", import.meta.url));
const IMAGE = "imageUrl=https%3A%2F%2Fimages.example%2Fa.png";
const PATH = "/api/v1/render";
const NOW = Date.UTC(2026, 0, 1);

const KEYS = ["k".repeat(32), "older-".repeat(8)] as const;

/** A service that trusts one host, whose picture can be replaced, and counts its renders. */
const serviceWith = (given: Partial<Settings> = {}) => {
  const counts = { renders: 0, fetches: 0 };
  const render = createRenderer(() => performance.now());
  let picture = PICTURE;
  const parts = httpParts();
  const app = createApp({
    ...parts,
    settings: { ...parts.settings, SERVICE_IMAGE_FETCH_ALLOWLIST: ["images.example"], ...given },
    now: () => NOW,
    fetchImage: async (url) => {
      counts.fetches++;
      if (!url.startsWith("https://images.example/")) throw refusalFor("image_url_untrusted");
      return fetched(picture);
    },
    renderer: (job, signal) => {
      counts.renders++;
      return render(job, signal);
    },
  });
  const replace = (): void => {
    picture = OTHER;
  };
  const get = (query: string, headers: { readonly [name: string]: string } = {}, method: "GET" | "HEAD" = "GET") =>
    app.inject({ method, url: `${PATH}?${query}`, headers });
  return { get, counts, replace };
};

const codeOf = async (response: Promise<{ statusCode: number; json: () => { code: string } }>) => {
  const answer = await response;
  return [answer.statusCode, answer.json().code];
};

test("a full queue refuses an address before parsing it", async () => {
  const held = Promise.withResolvers<never>();
  const parts = httpParts();
  const app = createApp({
    ...parts,
    settings: { ...parts.settings, SERVICE_IMAGE_FETCH_ALLOWLIST: ["images.example"] },
    size: { workers: 1, capacity: 1 },
    renderer: () => held.promise,
  });
  const headers = { "content-type": "image/png" };
  const first = app.inject({ method: "POST", url: PATH, headers, payload: PICTURE });
  await expect.poll(async () => (await app.inject("/api/ready")).json().status).toBe("full");
  for (const query of [IMAGE, "columns=0", `${IMAGE}&columns=40`]) {
    expect(await codeOf(app.inject(`${PATH}?${query}`))).toEqual([503, "overloaded"]);
  }
  held.reject(refusalFor("image_unreadable"));
  expect(await codeOf(first)).toEqual([400, "image_unreadable"]);
  expect(await codeOf(app.inject(`${PATH}?${IMAGE}&columns=0`))).toEqual([400, "parameter_invalid"]);
});

describe("an address", () => {
  test("has the bytes of a POST and an ETag, and is cacheable", async () => {
    const { get } = serviceWith();
    const { statusCode, headers, payload } = await get(`columns=40&${IMAGE}`);
    expect([statusCode, payload.split("\n").length]).toEqual([200, 16]);
    expect(headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "public, max-age=3600, stale-while-revalidate=86400, stale-if-error=86400",
      vary: "accept-encoding",
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
      "cross-origin-resource-policy": "cross-origin",
      "render-grid": "columns=40, rows=15",
    });
    expect(headers["accept-ranges"]).toBeUndefined();
    const head = await get(`columns=40&${IMAGE}`, {}, "HEAD");
    expect([head.statusCode, head.payload, head.headers["etag"]]).toEqual([200, "", headers["etag"]]);
  });

  test("as a picture has no Vary header", async () => {
    const { headers, rawPayload } = await serviceWith().get(`columns=20&format=png&${IMAGE}`, {
      "accept-encoding": "br",
    });
    expect([headers["content-type"], headers["vary"], headers["content-encoding"]]).toEqual([
      "image/png",
      undefined,
      undefined,
    ]);
    expect(rawPayload.subarray(1, 4).toString()).toBe("PNG");
  });

  test.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const)("is sent as %s, with a tag of its own", async (coding, unpack) => {
    const { get } = serviceWith();
    const plain = await get(`format=svg&${IMAGE}`);
    const packed = await get(`format=svg&${IMAGE}`, { "accept-encoding": coding });
    expect(packed.headers["content-encoding"]).toBe(coding);
    expect(unpack(packed.rawPayload).toString()).toBe(plain.payload);
    expect(packed.headers["etag"]).toBe(String(plain.headers["etag"]).replace(/"$/, `-${coding}"`));
  });

  test("returns 304 without a render to a client that has it, until the picture changes", async () => {
    const { get, counts, replace } = serviceWith();
    const etag = String((await get(`columns=40&${IMAGE}`)).headers["etag"]);
    for (const [coding, tag] of [
      ["identity", etag],
      ["br", etag],
      ["br", etag.replace(/"$/, '-br"')],
    ] as const) {
      const again = await get(`columns=40&${IMAGE}`, { "if-none-match": tag, "accept-encoding": coding });
      expect([again.statusCode, again.payload, again.headers["etag"]]).toEqual([304, "", tag]);
      expect(again.headers["cache-control"]).toContain("max-age=3600");
    }
    expect(counts).toEqual({ renders: 1, fetches: 4 });
    expect((await get(`columns=41&${IMAGE}`, { "if-none-match": etag })).statusCode).toBe(200);
    replace();
    const changed = await get(`columns=40&${IMAGE}`, { "if-none-match": etag });
    expect([changed.statusCode, changed.headers["etag"] === etag, counts.renders]).toEqual([200, false, 3]);
  });

  test.each([
    ["another order", `${IMAGE}&columns=40`, `columns=40&${IMAGE}`],
    ["another spelling", "imageUrl=https://images.example/a.png&columns=40", `columns=40&${IMAGE}`],
    ["a host in capitals", "columns=40&imageUrl=https%3A%2F%2FImages.Example%2Fa.png", `columns=40&${IMAGE}`],
    ["a default", `columns=120&${IMAGE}`, IMAGE],
    ["numbers and switches", `color=1&columns=40&gamma=1.50&${IMAGE}`, `color=true&columns=40&gamma=1.5&${IMAGE}`],
    ["an apostrophe", `alt=it's%20(so)!*&${IMAGE}`, `alt=it%27s%20%28so%29%21%2A&${IMAGE}`],
    ["a fragment", `${IMAGE}%23part`, IMAGE],
    ["a tiny number", `reveal=0.00000010&${IMAGE}`, `${IMAGE}&reveal=0.0000001`],
    [
      "the ink of two pages",
      `${IMAGE}&format=svg&theme=auto&monoColor=%23e5e5e5`,
      `format=svg&${IMAGE}&monoColor=%23e5e5e5&theme=auto`,
    ],
    ["what is tuned unless it is given", `contrast=1.150&${IMAGE}`, `contrast=1.15&${IMAGE}`],
    [
      "an ink that is no default on paper",
      `monoColor=%23E5E5E5&background=light&${IMAGE}`,
      `background=light&${IMAGE}&monoColor=%23e5e5e5`,
    ],
  ])("in %s is redirected once", async (_, query, canonical) => {
    const { get, counts } = serviceWith();
    const { statusCode, headers } = await get(query);
    expect([statusCode, headers["location"]]).toEqual([301, `${PATH}?${canonical}`]);
    expect(headers["cache-control"]).toBe("no-store");
    expect(counts.fetches).toBe(0);
    expect((await get(canonical)).statusCode).toBe(200);
  });

  test("has one spelling for all options, which browsers do not change", () => {
    fc.assert(
      fc.property(validParams(), fc.webUrl({ withFragments: true, withQueryParameters: true }), (options, imageUrl) => {
        const address = { imageUrl, options, preset: null, expires: null };
        const canonical = canonicalAddress(address);
        const inBrowser = new URL(canonical, "https://art.example");
        expect(inBrowser.pathname + inBrowser.search).toBe(canonical);
        const read = parseAddress(
          [...inBrowser.searchParams].map(([name, value]) => ({ name, value, origin: "address" as const })),
        );
        expect(canonicalAddress(read)).toBe(canonical);
      }),
      { numRuns: 500 },
    );
  });

  test("has no caller-specific headers, because caches share it", async () => {
    const { get } = serviceWith({ SERVICE_RATE_POINTS: 100 });
    const sent = { traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`, tracestate: "own=secret" };
    const first = await get(`columns=40&${IMAGE}`, sent);
    const etag = String(first.headers["etag"]);
    for (const { headers } of [
      first,
      await get(`columns=40&${IMAGE}`, { ...sent, "if-none-match": etag }),
      await get(`${IMAGE}&columns=40`, sent),
    ]) {
      for (const name of ["traceparent", "tracestate", "server-timing", "ratelimit", "ratelimit-policy"]) {
        expect([name, headers[name]]).toEqual([name, undefined]);
      }
    }
  });

  test("of a rendered address is refused, so that no service requests itself endlessly", async () => {
    const { get, counts } = serviceWith();
    expect(await codeOf(get(IMAGE, { "cdn-loop": "other, lumiglyph" }))).toEqual([400, "image_url_untrusted"]);
    expect(counts.fetches).toBe(0);
  });

  test("does not match `*`, and as a picture has one coding", async () => {
    const { get } = serviceWith();
    expect((await get(`columns=40&${IMAGE}`, { "if-none-match": "*" })).statusCode).toBe(200);
    const png = `columns=20&format=png&${IMAGE}`;
    const etag = String((await get(png)).headers["etag"]);
    const held = await get(png, { "if-none-match": etag, "accept-encoding": "br" });
    expect([held.statusCode, held.headers["vary"]]).toEqual([304, undefined]);
    expect((await get(png, { "if-none-match": etag.replace(/"$/, '-br"'), "accept-encoding": "br" })).statusCode).toBe(
      200,
    );
  });

  test("is refused like a POST, and if no host is trusted", async () => {
    const { get } = serviceWith();
    expect(await codeOf(get("columns=40"))).toEqual([400, "image_missing"]);
    expect(await codeOf(get(`columns=4&${IMAGE}`))).toEqual([400, "parameter_invalid"]);
    expect(await codeOf(get(`colums=40&${IMAGE}`))).toEqual([400, "parameter_unknown"]);
    expect(await codeOf(get(`${IMAGE}&${IMAGE}`))).toEqual([400, "parameter_repeated"]);
    expect(await codeOf(get("imageBase64=abcd&columns=40"))).toEqual([400, "image_missing"]);
    expect(await codeOf(get(`imageUrl=${encodeURIComponent("https://other.example/a.png")}`))).toEqual([
      400,
      "image_url_untrusted",
    ]);
    expect(await codeOf(get(`imageUrl=https%3A%2F%2Fimages.example%2F${"a".repeat(2100)}`))).toEqual([
      400,
      "parameter_invalid",
    ]);
    expect(await codeOf(serviceWith({ SERVICE_IMAGE_FETCH_ALLOWLIST: [] }).get(IMAGE))).toEqual([400, "addresses_off"]);
  });
});

describe("parameters that link trackers append", () => {
  const SERVICE_URL_IGNORE = ["fbclid", "v"];
  const canonical = `columns=40&${IMAGE}`;

  test.each([
    `${canonical}&utm_source=chat&utm_medium=x&utm_source=twice`,
    `utm_=&${canonical}&v=2`,
    `fbclid=a%26columns%3D80&${IMAGE}&columns=40`,
    `${IMAGE}&v=%00&v=%00&columns=40`,
  ])("are left out by a redirect: %s (answers 1.4)", async (query) => {
    const { statusCode, headers } = await serviceWith({ SERVICE_URL_IGNORE }).get(query);
    expect([statusCode, headers["location"], headers["cache-control"]]).toEqual([
      301,
      `${PATH}?${canonical}`,
      "no-store",
    ]);
  });

  test("are allowed beside a preset", async () => {
    const { get } = serviceWith({ SERVICE_URL_PRESETS: ["card=columns=30"] });
    expect((await get(`${IMAGE}&preset=card&utm_source=x`)).headers["location"]).toBe(`${PATH}?${IMAGE}&preset=card`);
  });

  test("similar names stay unknown", async () => {
    const { get } = serviceWith({ SERVICE_URL_IGNORE });
    for (const name of ["gclid", "UTM_source", "utm", "xutm_source", "V", "fbclid[]"])
      expect(await codeOf(get(`${canonical}&${name}=1`))).toEqual([400, "parameter_unknown"]);
  });

  test("are not signed, and do not let a signature pass for another address", async () => {
    const { get } = serviceWith({ SERVICE_URL_IGNORE, SERVICE_URL_KEYS: KEYS.join(",") });
    const sig = signatureOf(KEYS[0], `${PATH}?${canonical}`);
    const told = async (query: string) => {
      const { statusCode, headers } = await get(query);
      return [statusCode, headers["location"]];
    };
    const signed = `${PATH}?${canonical}&sig=${sig}`;
    expect(await told(`${canonical}&sig=${sig}&utm_source=x`)).toEqual([301, signed]);
    expect(await told(`v=1&${canonical}&utm_campaign=${"x".repeat(500)}&sig=${sig}`)).toEqual([301, signed]);
    const forms = [`v=1&${canonical}`, `${canonical}&v=1`, `${canonical}&utm_source=x`];
    for (const form of forms) {
      const withName = signatureOf(KEYS[0], `${PATH}?${form}`);
      expect(await codeOf(get(`${form}&sig=${withName}`))).toEqual([403, "address_unsigned"]);
    }
  });

  test.each(["columns", "imageUrl", "preset", "exp", "sig", "imageBase64", "alt"])("cannot be %s", (name) => {
    expect(() => serviceWith({ SERVICE_URL_IGNORE: ["v", name] })).toThrow(`"${name}" is a parameter of addresses`);
  });
});

describe("a preset", () => {
  const SERVICE_URL_PRESETS = ["readme=columns=40&format=svg&theme=auto", "card=columns=30&format=png"];

  test("renders like its parameters, and excludes others", async () => {
    const { get } = serviceWith({ SERVICE_URL_PRESETS });
    const named = await get(`${IMAGE}&preset=readme`);
    const written = await get(`columns=40&format=svg&${IMAGE}&theme=auto`);
    expect([named.statusCode, named.payload]).toEqual([200, written.payload]);
    expect(named.headers["etag"]).toBe(written.headers["etag"]);
    expect(await codeOf(get(`${IMAGE}&preset=none`))).toEqual([400, "parameter_invalid"]);
    expect(await codeOf(get(`columns=40&${IMAGE}&preset=card`))).toEqual([400, "parameter_conflict"]);
  });

  test("may be required", async () => {
    const { get } = serviceWith({ SERVICE_URL_PRESETS, SERVICE_URL_ONLY_PRESETS: true });
    expect((await get(`${IMAGE}&preset=card`)).statusCode).toBe(200);
    expect(await codeOf(get(IMAGE))).toEqual([400, "preset_needed"]);
  });

  test.each([
    ["readme", "is not a preset"],
    ["Readme=columns=40", "is not a preset"],
    ["readme=columns=4", "The preset readme is not valid"],
    ["readme=width=4", "The preset readme is not valid"],
    ["readme=columns=40&imageUrl=https://a.example/b.png", "must not contain an image source"],
  ])("that is spelled %s is refused at the start", (entry, sentence) => {
    expect(() => serviceWith({ SERVICE_URL_PRESETS: [entry] })).toThrow(sentence);
  });
});

describe("with keys", () => {
  const SERVICE_URL_KEYS = KEYS.join(",");
  const signed = (query: string, key: string = KEYS[0]): string =>
    `${query}&sig=${signatureOf(key, `${PATH}?${query}`)}`;

  test("an address needs a signature by one key", async () => {
    const { get } = serviceWith({ SERVICE_URL_KEYS });
    const query = `columns=40&${IMAGE}`;
    expect((await get(signed(query))).statusCode).toBe(200);
    expect((await get(signed(query, KEYS[1]))).statusCode).toBe(200);
    expect(await codeOf(get(query))).toEqual([403, "address_unsigned"]);
    expect(await codeOf(get(signed(query, "x".repeat(32))))).toEqual([403, "address_unsigned"]);
  });

  test("another spelling of it is redirected with its signature", async () => {
    const { get } = serviceWith({ SERVICE_URL_KEYS });
    const [query, sig] = signed(`columns=40&${IMAGE}`).split("&sig=");
    const { statusCode, headers } = await get(`sig=${sig}&${IMAGE}&columns=40`);
    expect([statusCode, headers["location"]]).toEqual([301, `${PATH}?${query}&sig=${sig}`]);
  });

  test("an address expires to the second, and is cached no longer", async () => {
    const { get } = serviceWith({ SERVICE_URL_KEYS });
    const at = (seconds: number): string => signed(`exp=${NOW / 1000 + seconds}&${IMAGE}`);
    expect((await get(at(1))).headers["cache-control"]).toBe("public, max-age=1");
    expect(await codeOf(get(at(0)))).toEqual([403, "address_expired"]);
    expect(await codeOf(get(signed(`exp=soon&${IMAGE}`)))).toEqual([400, "parameter_invalid"]);
  });

  test("presets may be exempt from signatures", async () => {
    const presets = { SERVICE_URL_KEYS, SERVICE_URL_PRESETS: ["card=columns=30"] };
    expect(await codeOf(serviceWith(presets).get(`${IMAGE}&preset=card`))).toEqual([403, "address_unsigned"]);
    const { get } = serviceWith({ ...presets, SERVICE_URL_UNSIGNED_PRESETS: true });
    expect((await get(`${IMAGE}&preset=card`)).statusCode).toBe(200);
    expect(await codeOf(get(IMAGE))).toEqual([403, "address_unsigned"]);
  });

  test("none of 5,000 variants of a signed address is rendered", { timeout: 120_000 }, async () => {
    const { get, counts } = serviceWith({ SERVICE_URL_KEYS });
    const query = `color=true&columns=40&exp=${NOW / 1000 + 60}&format=svg&${IMAGE}`;
    const address = signed(query);
    const at = fc.nat({ max: address.length - 1 });
    const changes = fc.oneof(
      fc
        .tuple(at, fc.nat({ max: 94 }))
        .map(([i, code]) => address.slice(0, i) + String.fromCharCode(33 + code) + address.slice(i + 1)),
      at.map((i) => address.slice(0, i) + address.slice(i + 1)),
      fc
        .constantFrom(...["invert=true", "columns=41", "alt=x", "exp=9999999999", "theme=auto"])
        .map((more) => `${more}&${address}`),
      fc
        .constantFrom("other.example", "images.example.evil.example", "images.example%2F..%2F", "IMAGES.EXAMPLE:8443")
        .map((host) => address.replace("images.example", host)),
      fc.constantFrom(
        address.replace("sig=", "sig=A"),
        address.replaceAll("%2F", "%252F"),
        address.replace("columns=40", "columns=40.5"),
        address.replace("a.png", "A.png"),
        address.replace(/sig=.*/, (sig) => sig.toUpperCase()),
        address.replace(/sig=.*/, (sig) => sig.toLowerCase()),
        `${address}=`,
        `${address}%00`,
      ),
    );
    let drawn = 0;
    await fc.assert(
      fc.asyncProperty(changes, async (changed) => {
        const { statusCode, headers } = await get(changed);
        // another spelling of the same address redirects to the signed one, and to no other
        if (statusCode === 301) expect(headers["location"]).toBe(`${PATH}?${address}`);
        else if (changed !== address && statusCode === 200) drawn++;
        else if (changed !== address) expect([400, 403]).toContain(statusCode);
      }),
      { numRuns: 5000 },
    );
    expect(drawn).toBe(0);
    expect(counts.renders).toBeLessThanOrEqual(60);
  });

  test("short keys are refused at startup", () => {
    expect(() => serviceWith({ SERVICE_URL_KEYS: "short" })).toThrow("at least 32 characters");
  });
});
