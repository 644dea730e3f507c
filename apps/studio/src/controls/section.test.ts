import { expect, test } from "vitest";
import { readColor } from "./section.tsx";

test("colors are parsed long or short, with or without #", () => {
  expect(readColor("#FFB84D")).toBe("#ffb84d");
  expect(readColor(" 7df ")).toBe("#77ddff");
  expect(readColor("#0f8")).toBe("#00ff88");
});

test("other text is not a color", () => {
  for (const text of ["", "#", "amber", "#12", "#12345", "#1234567", "#gggggg"]) expect(readColor(text)).toBeNull();
});
