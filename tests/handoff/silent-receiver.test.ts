import type { SenderState } from "@lumiglyph/handoff";
import { expect, test } from "vitest";
import { twoOriginsForFile } from "./support/two-origins-for-file.ts";

const origins = twoOriginsForFile({ studio: "producer", receiver: "silent-receiver" });

type Over = { readonly states: readonly SenderState[]; readonly ms: number };

test("a hung receiver is given up within seven seconds", async () => {
  let over: Over | undefined;
  await origins.visit(async (page) => {
    over = await page.evaluate(() =>
      (globalThis as unknown as { produceUntilOver: () => Promise<Over> }).produceUntilOver(),
    );
  });
  expect(over?.states.at(-1)).toEqual({ name: "failed", code: "receiver_stalled" });
  // ten frames before it hangs
  expect(over?.ms).toBeLessThan(7000 + 10 * 33);
});
