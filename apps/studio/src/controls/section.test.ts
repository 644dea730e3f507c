import { expect, test } from "vitest";
import { readColor } from "./section.tsx";

test("colors are read long or short, with or without the sign", () => {
  expect(readColor("#FFB84D")).toBe("#ffb84d");
  expect(readColor(" 7df ")).toBe("#77ddff");
  expect(readColor("#0f8")).toBe("#00ff88");
});

test("what is no color is not taken for one", () => {
  for (const text of ["", "#", "amber", "#12", "#12345", "#1234567", "#gggggg"]) expect(readColor(text)).toBeNull();
});
