import { expect, test } from "vitest";
import { nameReceiver } from "./read-studio.ts";

const named = (page: string, origin: string): string => nameReceiver(Buffer.from(page), origin).toString();

test("the page names the receiver where it has a place for it", () => {
  expect(named('<p>é</p><meta name="handoff-target" content="" /><p>', "https://site.example:8443")).toBe(
    '<p>é</p><meta name="handoff-target" content="https://site.example:8443" /><p>',
  );
});

test("a page without that place stays as it is", () => {
  expect(named("<p>", "https://site.example")).toBe("<p>");
});

test("nothing that is named can become markup, or part of a pattern", () => {
  expect(named('<meta name="handoff-target" content="">', '$&"><script>')).toBe(
    '<meta name="handoff-target" content="$&amp;&quot;><script>">',
  );
});
