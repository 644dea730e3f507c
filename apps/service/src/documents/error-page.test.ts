import { ERROR_CODES, ERRORS } from "@lumiglyph/contract";
import { parse } from "parse5";
import { describe, expect, it } from "vitest";
import { errorPage } from "./error-page.ts";

const html = errorPage();

describe("the error page", () => {
  it("is valid HTML", () => {
    const faults: string[] = [];
    parse(html, { onParseError: ({ code, startLine }) => faults.push(`${code} in line ${startLine}`) });
    expect(faults).toEqual([]);
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
  });

  it.each(ERROR_CODES)("has an anchor for %s with its own text", (code) => {
    expect(html.split(`id="${code}"`)).toHaveLength(2);
    const article = html.slice(html.indexOf(`<article id="${code}">`)).split("</article>")[0];
    expect(article).toContain(`<code>${code}</code>`);
    expect(article).toContain(`<strong>${ERRORS[code].title}.</strong>`);
  });

  it("has a heading for each status, in rising order", () => {
    const answers = new Set<number>(ERROR_CODES.map((code) => ERRORS[code].status));
    const headed = [...html.matchAll(/id="status-(\d+)"/g)].map(([, status]) => Number(status));
    expect(headed).toEqual([...answers].sort((a, b) => a - b));
  });

  it("has no duplicate id", () => {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("links only to existing anchors, the reference and the description", () => {
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link ?? "");
    expect(links.length).toBeGreaterThan(ERROR_CODES.length);
    const away = links.filter((link) => !html.includes(`id="${link.slice(1)}"`));
    expect(away).toEqual(["/api/openapi.json", "/docs"]);
  });

  it("loads nothing and runs nothing", () => {
    expect(html).not.toMatch(/<script|<img|<iframe|\son\w+=|url\(|@import|style="|rel="(?!service-desc")/i);
  });

  it("follows the system's light or dark mode", () => {
    expect(html).toContain("@media (prefers-color-scheme: dark)");
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
  });

  it("shows no backticks from the table", () => expect(html).not.toContain("`"));
});
