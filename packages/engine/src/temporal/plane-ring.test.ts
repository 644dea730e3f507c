import { expect, test } from "vitest";
import { createPlaneRing } from "./steady-reel.ts";

test("a plane is handed out once a frame, and again in the next", () => {
  const ring = createPlaneRing();
  const first = [ring.take(2, 3), ring.take(2, 3)];
  expect(first[0]).not.toBe(first[1]);
  ring.rewind();
  expect(ring.take(2, 3)).toBe(first[0]);
  expect(ring.take(2, 3)).toBe(first[1]);
});

test("a plane of another size is a new one", () => {
  const ring = createPlaneRing();
  const [small] = [ring.take(2, 3)];
  ring.rewind();
  const large = ring.take(4, 5);
  expect(large).not.toBe(small);
  expect(large.data).toHaveLength(20);
});
