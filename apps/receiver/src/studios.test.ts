import { expect, test } from "vitest";
import { studiosIn } from "./studios.ts";

test("a list of origins is trusted", () => {
  const studios = ["http://localhost:8787", "https://studio.example"];
  expect(studiosIn(studios)).toEqual(studios);
});

test.each([
  [[]],
  ["https://studio.example"],
  [null],
  [{ 0: "https://studio.example" }],
  [["*"]],
  [["https://studio.example", "null"]],
  [["https://studio.example/"]],
  [["https://STUDIO.example"]],
  [["https://studio.example:443"]],
  [["file:///"]],
  [[5]],
])("%j is rejected as a whole", (list) => {
  expect(studiosIn(list)).toBeNull();
});
