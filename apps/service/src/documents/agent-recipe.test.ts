import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { curlLine, shellWord } from "./agent-recipe.ts";

const request = { method: "POST", path: "/api/v1/render", headers: {}, body: { multipart: { image: "@picture.png" } } };

describe("a curl line", () => {
  it("sends a form and quotes only the words that need it", () => {
    expect(curlLine("http://127.0.0.1:8787", request)).toBe(
      "curl -sS -F image=@picture.png http://127.0.0.1:8787/api/v1/render",
    );
    expect(curlLine("http://127.0.0.1:8787", { ...request, path: "/api/v1/render?columns=80&color=true" })).toBe(
      "curl -sS -F image=@picture.png 'http://127.0.0.1:8787/api/v1/render?columns=80&color=true'",
    );
  });

  it("sends JSON with its headers", () => {
    const json = { ...request, headers: { "Content-Type": "application/json" }, body: { json: { columns: 80 } } };
    expect(curlLine("https://a.example", json)).toBe(
      `curl -sS -H 'Content-Type: application/json' -d '{"columns":80}' https://a.example/api/v1/render`,
    );
  });

  it("sends a file as the body", () => {
    const file = { ...request, headers: { "Content-Type": "image/png" }, body: { file: "picture.png" } };
    expect(curlLine("https://a.example", file)).toBe(
      "curl -sS -H 'Content-Type: image/png' --data-binary @picture.png https://a.example/api/v1/render",
    );
  });

  it("saves to a file if requested", () => {
    expect(curlLine("https://a.example", request, "picture.svg")).toBe(
      "curl -sS -F image=@picture.png -o picture.svg https://a.example/api/v1/render",
    );
  });
});

describe("a quoted shell word", () => {
  it("survives sh unchanged, whatever it contains", () => {
    const text = fc.string({ unit: "grapheme", minLength: 1 }).filter((word) => !word.includes("\0"));
    const odd = fc
      .array(fc.constantFrom(..."'\"\\$`!*?[](){}<>|&;# \t\na~=%"), { minLength: 1 })
      .map((all) => all.join(""));
    fc.assert(
      fc.property(fc.array(fc.oneof(text, odd), { minLength: 1, maxLength: 40 }), (words) => {
        const { stdout } = spawnSync("sh", ["-c", `printf '%s\\0' ${words.map(shellWord).join(" ")}`], {
          encoding: "utf8",
        });
        expect(stdout.split("\0").slice(0, -1)).toEqual(words);
      }),
      { numRuns: 25 },
    );
  });
});
