import { expect, test, vi } from "vitest";
import { createApp } from "../app.ts";
import { createDrain } from "../drain.ts";
import { httpParts, renderedAs } from "../testing/test-parts.ts";

test("closes the connection after a response that was in progress when draining began", async () => {
  const drain = createDrain();
  const held = Promise.withResolvers<ReturnType<typeof renderedAs>>();
  const renderer = vi.fn(() => held.promise);
  const app = createApp({ ...httpParts(), drain, renderer });
  const headers = { "content-type": "image/png" };
  const answer = app.inject({ method: "POST", url: "/api/v1/render", headers, payload: Buffer.from("four") });
  await expect.poll(() => renderer).toHaveBeenCalled();
  drain.begin();
  held.resolve(renderedAs("art"));
  expect([(await answer).statusCode, (await answer).headers["connection"]]).toEqual([200, "close"]);
});
