import { expect, it } from "vitest";
import { DEFAULT_INSTANCE, publicLimits } from "./instance.ts";

const limitsUnder = (settings: Partial<typeof DEFAULT_INSTANCE.settings>) =>
  Object.fromEntries(
    publicLimits({ ...DEFAULT_INSTANCE, settings: { ...DEFAULT_INSTANCE.settings, ...settings } }).map(
      ({ name, value }) => [name, value],
    ),
  );

it("the limits are the operator's and the fixed ones", () => {
  expect(limitsUnder({})).toMatchObject({
    imageBytes: 10_485_760,
    imagePixels: 40_000_000,
    imageSide: 12_000,
    jsonBodyBytes: 14_046_550,
    columns: 400,
    cells: 240_000,
    fields: 96,
  });
  expect(limitsUnder({ SERVICE_MAX_IMAGE_BYTES: 3000 })).toMatchObject({ imageBytes: 3000, jsonBodyBytes: 69_536 });
});

it("the limits leave out disabled features", () => {
  expect(limitsUnder({ SERVICE_RATE_POINTS: 0, SERVICE_MAX_IMAGE_SIDE: 0 })).not.toHaveProperty("clientPoints");
  expect(limitsUnder({ SERVICE_MAX_IMAGE_SIDE: 0 })).not.toHaveProperty("imageSide");
  const limits = limitsUnder({ SERVICE_RATE_POINTS: 120, SERVICE_MCP_BATCH: 8 });
  expect(limits["clientPoints"]).toBe(120);
  expect(limits["batchCalls"]).toBe(8);
});
