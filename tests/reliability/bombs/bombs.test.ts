import { describe, expect, test, vi } from "vitest";
import { fixture } from "../../spec/drawn.ts";
import { askRender, rawImage } from "../../support/http-render.ts";
import { SCHEMAS } from "../../support/http-schemas.ts";
import { serviceForFile } from "../../support/http-service.ts";
import { BOMBS } from "./bombs.ts";
import { HARMLESS } from "./harmless.ts";
import { PAYLOAD } from "./polyglots.ts";
import { runBombs } from "./run.ts";

// some of these files take longer to make than to refuse
vi.setConfig({ testTimeout: 60_000 });

const service = serviceForFile();
const draw = (body: Uint8Array) => askRender(service.url, rawImage(body, { columns: 8, format: "json" }));

describe("bombs", () => {
  test("are more than twenty, with unique names", () => {
    expect(BOMBS.length).toBeGreaterThanOrEqual(20);
    expect(new Set(BOMBS.map(({ name }) => name)).size).toBe(BOMBS.length);
  });

  test("are refused with the right code, at once if the header gives them away", async () => {
    await draw(fixture("charts/one-pixel.png"));
    const { faults, statuses, worstFromHeaderMs, worstMs } = await runBombs(service.url, { headerMs: 500 });
    expect(faults).toEqual([]);
    expect(worstMs).toBeLessThan(5000);
    expect(service.log.filter(({ level }) => level >= 50)).toEqual([]);
    console.log(
      `${BOMBS.length} bombs: ${JSON.stringify(statuses)}, worst ${worstFromHeaderMs.toFixed(1)} ms by the header, ${worstMs.toFixed(1)} ms in all.`,
    );
  });
});

describe("harmless files", () => {
  test.each(HARMLESS)("$name is rendered, because $why", async ({ make }) => {
    const file = make();
    const timed = async () => {
      const begun = performance.now();
      return { ...(await draw(file)), ms: performance.now() - begun };
    };
    const { status, text, json, headers, ms } = await timed();
    expect([status, SCHEMAS.art(json())]).toEqual([200, "valid"]);
    // a busy machine may stall once, a costly file is slow every time
    expect(ms < 5000 ? ms : (await timed()).ms).toBeLessThan(5000);
    expect(text).not.toContain(PAYLOAD);
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("sandbox");
  });
});
