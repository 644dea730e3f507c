import { ERROR_CODES, PARAM_NAMES, PARAMS, paramRow } from "@lumiglyph/contract";
import { parse } from "parse5";
import { describe, expect, it } from "vitest";
import { ENDPOINT_IDS, ENDPOINTS } from "../../tables/endpoints.ts";
import { agentManifest } from "../agent-manifest.ts";
import { errorPage } from "../error-page.ts";
import { DEFAULT_INSTANCE } from "../instance.ts";
import { openapi } from "../openapi/document.ts";
import { referencePage } from "./page.ts";
import { command, rangeMark } from "./sections.ts";

const instance = { ...DEFAULT_INSTANCE, baseUrl: "https://glyphs.example" };
const html = referencePage(instance);
const links = [...html.matchAll(/ href="([^"]+)"/g)].map(([, link]) => link ?? "");
const ids = (page: string) => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? "");

describe("the reference", () => {
  it("is valid HTML", () => {
    const faults: string[] = [];
    parse(html, { onParseError: ({ code, startLine }) => faults.push(`${code} in line ${startLine}`) });
    expect(faults).toEqual([]);
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
  });

  it("has no duplicate id", () => expect(new Set(ids(html)).size).toBe(ids(html).length));

  it("links only to existing anchors on itself and the error page, or to served paths", () => {
    const served = new Set<string>(ENDPOINT_IDS.map((id) => ENDPOINTS[id].path));
    const errors = new Set(ids(errorPage()).map((id) => `/docs/errors#${id}`));
    const own = new Set(ids(html).map((id) => `#${id}`));
    expect(links.length).toBeGreaterThan(80);
    expect(links.filter((link) => !(own.has(link) || errors.has(link) || served.has(link)))).toEqual([]);
  });

  it("runs nothing, has no inline styles and loads nothing", () => {
    expect(html).not.toMatch(/<script|<img|\son\w+=|url\(|@import|style="|rel="(?!service-desc")/i);
  });

  it("shows no backticks from the tables outside samples", () => {
    const prose = html.replaceAll(/<pre[\s\S]*?<\/pre>|<style>[\s\S]*?<\/style>/g, "");
    expect(prose).not.toContain("`");
  });

  it("follows the system's light or dark mode", () => {
    expect(html).toContain("@media (prefers-color-scheme: dark)");
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
  });

  it("shows this instance's address and limits", () => {
    expect(html).not.toContain(DEFAULT_INSTANCE.baseUrl);
    const settings = { ...instance.settings, SERVICE_MAX_IMAGE_BYTES: 5 * 1024 ** 2 };
    expect(html).toContain("<b>10 MiB</b><br>10,485,760 bytes");
    expect(referencePage({ ...instance, settings })).toContain("<b>5 MiB</b><br>5,242,880 bytes");
  });

  it("has every served endpoint with a command to try it, and no other", () => {
    for (const id of ENDPOINT_IDS) {
      expect(html).toContain(`<article class="endpoint" id="${ENDPOINTS[id].operation}">`);
      expect(html).toContain(`https://glyphs.example${ENDPOINTS[id].path}`);
    }
    expect(html.match(/<article class="endpoint"/g)).toHaveLength(ENDPOINT_IDS.length);
  });

  it("has every parameter, format, header, recipe and error", () => {
    const places = [
      ...PARAM_NAMES.map((name) => `id="param-${name}"`),
      ...PARAMS.format.values.map((format) => `id="format-${format}"`),
      ...Object.keys(openapi().components.headers).map((name) => `<td><code>${name}</code></td>`),
      ...agentManifest(instance).recipes.map(({ curl }) => command(curl)),
      ...ERROR_CODES.map((code) => `href="/docs/errors#${code}"`),
    ];
    expect(places.filter((place) => !html.includes(place))).toEqual([]);
  });
});

describe("the form of the reference", () => {
  const form = html.slice(html.indexOf("<form"), html.indexOf("</form>"));
  const controls = [...form.matchAll(/<(?:input|select)[^>]* name="(\w+)"/g)].map(([, name]) => name ?? "");

  it("has a control for each parameter and one for the image", () => {
    expect(controls.toSorted()).toEqual(["image", ...PARAM_NAMES].toSorted());
  });

  it.each(PARAM_NAMES)("starts with the default of %s, except for a format that the frame can show", (name) => {
    const row = paramRow(name);
    const [control = ""] =
      new RegExp(`<input[^>]* name="${name}"[^>]*>|<select name="${name}">.*?</select>`).exec(form) ?? [];
    const chosen = /<option selected>([^<]+)</.exec(control)?.[1] ?? / value="([^"]*)"/.exec(control)?.[1];
    if (row.kind === "boolean") expect([chosen, control.includes("checked")]).toEqual(["true", row.default]);
    else expect(chosen).toBe(name === "format" ? "html" : String(row.default));
  });

  it("posts the form into the frame", () => {
    expect(form).toMatch(
      /^<form method="post" action="\/api\/v1\/render" enctype="multipart\/form-data" target="answer">/,
    );
    expect(html).toContain('<iframe name="answer"');
  });
});

describe("the slider mark", () => {
  const at = (min: number, max: number, usual: number) =>
    /class="notch" d="M([\d.]+) /.exec(rangeMark({ ...PARAMS.contrast, min, max, default: usual }))?.[1];

  it("has its notch at the default", () => {
    expect([at(0, 10, 0), at(0, 10, 5), at(0, 10, 10), at(-150, 150, 0), at(8, 400, 120)]).toEqual([
      "0",
      "50",
      "100",
      "50",
      "28.57",
    ]);
  });
});
