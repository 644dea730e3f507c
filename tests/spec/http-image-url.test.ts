import type { Environment } from "@lumiglyph/service";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetcherFor, type ImageHost, type Serve, startImageHost } from "../support/http-image-host.ts";
import { askRender, type Given, jsonBody, rawImage } from "../support/http-render.ts";
import { startService } from "../support/http-service.ts";
import { fixture } from "./drawn.ts";

const PICTURE = fixture("charts/color-wheel.png");
const NAMES = ["img.test", "a.img.test", "b.img.test"];

const redirectTo =
  (location: string): Serve =>
  (_request, response) =>
    void response.writeHead(302, { location }).end();

/** Responses that the host holds back until `release` is called. */
const held: (() => void)[] = [];
let together = 0;
let most = 0;

const ROUTES: { readonly [path: string]: Serve } = {
  "/picture.png": (_request, response) => void response.end(PICTURE),
  "/missing": (_request, response) => void response.writeHead(404).end(),
  "/gone": (_request, response) => void response.writeHead(410).end(),
  "/failing": (_request, response) => void response.writeHead(500).end(),
  "/silent": () => {},
  "/large": (_request, response) => void response.end(Buffer.alloc(20_001)),
  "/hop-1": redirectTo("/picture.png"),
  "/hop-2": redirectTo("/hop-1"),
  "/hop-3": redirectTo("/hop-2"),
  "/hop-4": redirectTo("/hop-3"),
  "/to-untrusted": redirectTo("https://evil.test/picture.png"),
  "/to-http": redirectTo("http://img.test/picture.png"),
  "/held": (_request, response) => {
    most = Math.max(most, ++together);
    held.push(() => {
      together--;
      response.end(PICTURE);
    });
  },
};

let host: ImageHost;

beforeAll(async () => {
  host = await startImageHost(NAMES, (request, response) =>
    ROUTES[request.url?.split("?")[0] ?? ""]?.(request, response),
  );
});
afterAll(() => host.stop());

type World = {
  readonly outcome: (imageUrl: unknown, given?: Given) => Promise<unknown>;
  readonly drawn: () => Promise<string>;
  /** Resolved names, in order. */
  readonly lookups: string[];
  /** Started fetches, including waiting ones. */
  readonly fetches: () => number;
};

/** Runs `body` on a service with these settings; every name resolves to loopback except those that begin with `nowhere`. */
const inWorld = async (env: Environment, body: (world: World) => Promise<void>) => {
  const lookups: string[] = [];
  const resolve = async (name: string) => {
    lookups.push(name);
    if (name.startsWith("nowhere.")) throw Object.assign(new Error("not found"), { code: "ENOTFOUND" });
    return ["127.0.0.1"];
  };
  let fetches = 0;
  const fetcher = fetcherFor(env, { certificate: host.certificate, resolve });
  const fetchImage: typeof fetcher = (...given) => {
    fetches++;
    return fetcher(...given);
  };
  const { service, stop } = await startService(env, { fetchImage });
  const outcome = async (imageUrl: unknown, given: Given = { columns: 16 }) => {
    const { status, text, json } = await askRender(service.url, jsonBody({ imageUrl, ...given }));
    return status === 200 ? text : [status, json()["code"]];
  };
  const drawn = async () => (await askRender(service.url, rawImage(PICTURE, { columns: 16 }))).text;
  await body({ outcome, drawn, lookups, fetches: () => fetches }).finally(stop);
};

const at = (path: string, name = "img.test") => `https://${name}:${host.port}${path}`;
const allowed = (more: Environment = {}): Environment => ({
  SERVICE_IMAGE_FETCH_ALLOWLIST: NAMES.map((name) => `${name}:${host.port}`).join(","),
  SERVICE_IMAGE_FETCH_PRIVATE: "true",
  ...more,
});

const UNTRUSTED = [400, "image_url_untrusted"];
/** A host at a private address and a missing one look alike. */
const FAILED = [502, "image_host_failed"];

describe("an image URL", () => {
  test("on an allowlisted host renders like an upload (spec 2.1; answers 3.11)", () =>
    inWorld(allowed(), async ({ outcome, drawn, lookups }) => {
      expect(await outcome(at("/picture.png"))).toBe(await drawn());
      expect(lookups).toEqual(["img.test"]);
    }));

  test("reports its fetch time (answers 2.11)", async () => {
    const env = allowed();
    const fetchImage = fetcherFor(env, { certificate: host.certificate, resolve: async () => ["127.0.0.1"] });
    const { service, stop } = await startService(env, { fetchImage });
    const { headers } = await askRender(service.url, jsonBody({ imageUrl: at("/picture.png"), columns: 8 }));
    const steps = (headers.get("server-timing") ?? "").split(", ").map((one) => one.split(";")[0]);
    expect(steps).toEqual(["trace", "queue", "fetch", "decode", "render", "encode"]);
    await stop();
  });

  test("on an unlisted host is refused, and its name is not even resolved (spec 2.1, 8.3; answers 2.2)", () =>
    inWorld(allowed(), async ({ outcome, lookups }) => {
      const port = host.port;
      for (const url of [
        `https://evil.test:${port}/picture.png`,
        "https://img.test/picture.png",
        `https://x.img.test:${port}/picture.png`,
        `https://img.test.evil.test:${port}/picture.png`,
        `https://img.test@evil.test:${port}/picture.png`,
        `https://127.0.0.1:${port}/picture.png`,
        `https://[::1]:${port}/picture.png`,
        "https://169.254.169.254/latest/meta-data",
      ]) {
        expect([url, await outcome(url)]).toEqual([url, UNTRUSTED]);
      }
      expect(lookups).toEqual([]);
    }));

  test("must be https (spec 8.3)", () =>
    inWorld(allowed(), async ({ outcome, lookups }) => {
      for (const scheme of ["http", "ftp", "file", "gopher", "ws"]) {
        expect([scheme, await outcome(`${scheme}://img.test:${host.port}/picture.png`)]).toEqual([scheme, UNTRUSTED]);
      }
      expect(await outcome("data:image/png;base64,AAAA")).toEqual(UNTRUSTED);
      expect(await outcome("picture.png")).toEqual(UNTRUSTED);
      expect(lookups).toEqual([]);
    }));

  test("may redirect three times, each time to a trusted host (answers 3.9)", () =>
    inWorld(allowed(), async ({ outcome, drawn }) => {
      expect(await outcome(at("/hop-3"))).toBe(await drawn());
      expect(await outcome(at("/hop-4"))).toEqual([502, "image_host_failed"]);
      expect(await outcome(at("/to-untrusted"))).toEqual(UNTRUSTED);
      expect(await outcome(at("/to-http"))).toEqual(UNTRUSTED);
    }));

  test("whose host fails is a 502 (answers 2.2)", () =>
    inWorld(allowed({ SERVICE_HANDOFF_TARGET: "https://nowhere.test" }), async ({ outcome }) => {
      expect(await outcome(at("/failing"))).toEqual([502, "image_host_failed"]);
      expect(await outcome("https://nowhere.test/a.png")).toEqual([502, "image_host_failed"]);
    }));

  test("without an image is a 404 (answers 2.2)", () =>
    inWorld(allowed(), async ({ outcome }) => {
      expect(await outcome(at("/missing"))).toEqual([404, "image_url_missing"]);
      expect(await outcome(at("/gone"))).toEqual([404, "image_url_missing"]);
    }));

  test("that is too slow is a 504 (answers 2.2, 3.9)", () =>
    inWorld(allowed({ SERVICE_FETCH_TIMEOUT_MS: "200" }), async ({ outcome }) => {
      const begun = performance.now();
      expect(await outcome(at("/silent"))).toEqual([504, "image_host_slow"]);
      expect(performance.now() - begun).toBeGreaterThanOrEqual(190);
      expect(performance.now() - begun).toBeLessThan(3000);
    }));

  test("has the size limit of an upload (spec 8.2)", () =>
    inWorld(allowed({ SERVICE_MAX_IMAGE_BYTES: "20000" }), async ({ outcome }) => {
      expect(await outcome(at("/large"))).toEqual([413, "image_too_large"]);
    }));
});

describe("a private address", () => {
  test("is refused by default, even for a trusted name (answers 3.11)", () =>
    inWorld(allowed({ SERVICE_IMAGE_FETCH_PRIVATE: "" }), async ({ outcome, lookups }) => {
      expect(await outcome(at("/picture.png"))).toEqual(FAILED);
      expect(lookups).toEqual(["img.test"]);
    }));

  test("is allowed for listed names only (answers 3.10, 3.11)", () =>
    inWorld(
      { SERVICE_IMAGE_FETCH_ALLOWLIST: `img.test:${host.port},*.img.test`, SERVICE_IMAGE_FETCH_PRIVATE: "true" },
      async ({ outcome, drawn, lookups }) => {
        expect(await outcome(at("/picture.png"))).toBe(await drawn());
        expect(await outcome("https://a.img.test/picture.png")).toEqual(FAILED);
        expect(lookups).toEqual(["img.test", "a.img.test"]);
      },
    ));
});

/** If no name resolves, a trusted URL fails at its host, another before. */
describe("trust", () => {
  test("covers the hosts of the base URL and of the receiving site (answers 3.10)", () =>
    inWorld(
      { SERVICE_BASE_URL: "https://nowhere.base.test", SERVICE_HANDOFF_TARGET: "https://nowhere.target.test:8443" },
      async ({ outcome }) => {
        expect(await outcome("https://nowhere.base.test/a.png")).toEqual(FAILED);
        expect(await outcome("https://nowhere.target.test:8443/a.png")).toEqual(FAILED);
        expect(await outcome("https://nowhere.target.test/a.png")).toEqual(UNTRUSTED);
        expect(await outcome("https://nowhere.test/a.png")).toEqual(UNTRUSTED);
      },
    ));

  test("covers the allowlist's names, at their port, and below its suffixes (answers 3.10)", () =>
    inWorld(
      { SERVICE_IMAGE_FETCH_ALLOWLIST: "nowhere.one.test,nowhere.two.test:8443,*.three.test" },
      async ({ outcome }) => {
        const urls = {
          "nowhere.one.test": FAILED,
          "nowhere.one.test:8443": UNTRUSTED,
          "nowhere.two.test:8443": FAILED,
          "nowhere.two.test": UNTRUSTED,
          "nowhere.three.test": FAILED,
          "nowhere.deep.three.test": FAILED,
          "three.test": UNTRUSTED,
          "nowhere.three.test:8443": UNTRUSTED,
          "nowhere.xthree.test": UNTRUSTED,
        };
        for (const [name, expected] of Object.entries(urls)) {
          expect([name, await outcome(`https://${name}/a.png`)]).toEqual([name, expected]);
        }
      },
    ));
});

test("Of 20 fetches 16 run at once, the others after them (answers 3.9)", () =>
  inWorld(allowed(), async ({ outcome, drawn, fetches }) => {
    let done = 0;
    const answers: Promise<unknown>[] = [];
    // in turn: more than five concurrent uploads or renders would find no place
    while (answers.length < 20) {
      answers.push(outcome(at(`/held?${answers.length}`, NAMES[answers.length % 3])).finally(() => done++));
      await expect.poll(fetches, { interval: 1 }).toBe(answers.length);
    }
    await expect.poll(() => together).toBe(16);
    for (let released = 1; released <= 20; released++) {
      await expect.poll(() => held.length, { interval: 1 }).toBeGreaterThan(0);
      held.shift()?.();
      await expect.poll(() => done, { interval: 1 }).toBe(released);
    }
    expect(new Set(await Promise.all(answers))).toEqual(new Set([await drawn()]));
    expect(most).toBe(16);
  }));
