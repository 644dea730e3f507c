import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import type { ViewMode } from "../state/studio.ts";
import { peek } from "./peek.ts";

test("the source is shown while held, then the previous view", () => {
  const mode = signal<ViewMode>("split");
  const letGo = peek(mode);
  expect(mode.value).toBe("source");
  letGo();
  expect(mode.value).toBe("split");
});

test("a view chosen meanwhile stays", () => {
  const mode = signal<ViewMode>("ascii");
  const letGo = peek(mode);
  mode.value = "text";
  letGo();
  expect(mode.value).toBe("text");
});
