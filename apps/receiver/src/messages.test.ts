import { HANDOFF_FAILURES, type HandoffFailure } from "@lumiglyph/handoff";
import { expect, test } from "vitest";
import { noteOf, stateText } from "./messages.ts";

test("every state has a text, and every failure its own", () => {
  const codes = Object.keys(HANDOFF_FAILURES) as HandoffFailure[];
  const words = [
    ...(["waiting", "streaming", "paused"] as const).map((name) => stateText({ name })),
    ...codes.map((code) => stateText({ name: "failed", code })),
    stateText({ name: "closed", reason: "complete" }),
  ];
  expect(new Set(words).size).toBe(words.length);
  expect(noteOf({ name: "failed", code: "receiver_timeout" })).toEqual({
    title: "The receiver did not answer.",
    says: "Nothing was sent. Choose Handoff in the studio to start again.",
  });
});

test("a reason from another page is not shown", () => {
  expect(stateText({ name: "closed", reason: "<b>buy</b>" })).toBe("Ended");
});
