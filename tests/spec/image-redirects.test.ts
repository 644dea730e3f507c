import { Refusal } from "@lumiglyph/contract";
import { createImageFetcher } from "@lumiglyph/service";
import { MockAgent } from "undici";
import { expect, test } from "vitest";

/**
 * The result of a fetch of `/from`, where each path redirects to the next; `asked` counts requests
 * to the host.
 */
const follow = async (locations: readonly string[]) => {
  let asked = 0;
  const agent = new MockAgent();
  agent.disableNetConnect();
  const host = agent.get("https://images.example");
  locations.forEach((location, at) => {
    const path = at === 0 ? "/from" : new URL(locations[at - 1]!, "https://images.example").pathname;
    host.intercept({ path }).reply(() => {
      asked++;
      return { statusCode: 302, responseOptions: { headers: { location } } };
    });
  });
  host.intercept({ path: "/image" }).reply(200, "bytes");
  const fetchImage = createImageFetcher({
    agent,
    trusted: (name, port) => (name === "images.example" && port === 443 ? "exact" : null),
    maxBytes: 1000,
    timeoutMs: 5000,
    slots: 1,
    userAgent: "test",
  });
  const outcome = await fetchImage("https://images.example/from", new AbortController().signal).then(
    ({ bytes }) => Buffer.from(bytes).toString(),
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
  await agent.close();
  return [outcome, asked];
};

test("Three redirects are followed, a fourth is not (answers 3.9)", async () => {
  expect(await follow(["/a", "/b", "/image"])).toEqual(["bytes", 3]);
  expect(await follow(["/a", "/b", "/c", "/image"])).toEqual(["image_host_failed", 4]);
});

test("Each redirect is checked like the first URL (answers 3.9)", async () => {
  for (const location of [
    "http://images.example/image",
    "https://other.example/image",
    "https://images.example:8443/image",
    "https://user@images.example/image",
    "https://127.0.0.1/image",
    "file:///image",
  ]) {
    expect(await follow([location])).toEqual(["image_url_untrusted", 1]);
    expect(await follow(["/a", location])).toEqual(["image_url_untrusted", 2]);
  }
});
