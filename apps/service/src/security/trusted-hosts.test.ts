import { describe, expect, it, test } from "vitest";
import { readSettings } from "../config/read-settings.ts";
import { createPublicHost, namedHosts, trustedHosts } from "./trusted-hosts.ts";

describe("trustedHosts", () => {
  const trusted = trustedHosts(
    ["img.example.com", "store.internal:8443", "*.cdn.example.com", "Bücher.Example", "*.BÜCHER.example"],
    ["https://render.example:444/base", "http://127.0.0.1:8787", "http://[::1]:8787", "http://site.example"],
  );

  it.each([
    ["img.example.com", 443, "exact"],
    ["store.internal", 8443, "exact"],
    ["xn--bcher-kva.example", 443, "exact"],
    ["a.cdn.example.com", 443, "suffix"],
    ["a.b.cdn.example.com", 443, "suffix"],
    ["shop.xn--bcher-kva.example", 443, "suffix"],
    ["render.example", 444, "own"],
    ["site.example", 443, "own"],
  ])("trusts %s at %i", (hostname, port, trust) => {
    expect(trusted(hostname, port)).toBe(trust);
  });

  it.each([
    ["example.com", 443],
    ["img.example.com", 8443],
    ["img.example.com", 80],
    ["store.internal", 443],
    ["cdn.example.com", 443],
    ["a.cdn.example.com", 8443],
    ["evilcdn.example.com", 443],
    ["a.cdn.example.com.evil", 443],
    [".cdn.example.com", 443],
    ["img.example.com.evil", 443],
    ["evilimg.example.com", 443],
    ["a.img.example.com", 443],
    ["render.example", 443],
    ["127.0.0.1", 8787],
    ["[::1]", 8787],
    ["", 443],
  ])("does not trust %j at %i", (hostname, port) => {
    expect(trusted(hostname, port)).toBeNull();
  });

  it("prefers the operator's exact entry to our own sites", () => {
    expect(trustedHosts(["a.example"], ["https://a.example"])("a.example", 443)).toBe("exact");
  });

  it("trusts nothing when nothing is listed", () => {
    expect(trustedHosts([])("img.example.com", 443)).toBeNull();
  });

  it.each([
    "",
    " ",
    "*",
    "*.",
    "*.com",
    "*.*.example.com",
    "a.*.example.com",
    "*.example.com:8443",
    "https://img.example.com",
    "img.example.com/path",
    "img.example.com?x",
    "user@img.example.com",
    "img.example.com.",
    "*.example.com.",
    "img.example.com:0",
    "img.example.com:65536",
    "img.example.com:",
    "img.example.com:https",
    "img example.com",
    "img%2eexample.com",
    "127.0.0.1",
    "127.1",
    "2130706433",
    "10.0.0.1:8443",
    "[::1]",
    "::1",
    "*.0.0.1",
  ])("refuses to start with the entry %j", (entry) => {
    expect(() => trustedHosts(["img.example.com", entry])).toThrow(`"${entry}"`);
  });
});

describe("createPublicHost", () => {
  const publicHost = createPublicHost(
    trustedHosts(["images.example", "store.example:8443", "*.cdn.example"], ["https://ascii.example"]),
  );

  test.each([
    ["https://images.example/secret.png?token=secret", "images.example"],
    ["https://IMAGES.example/", "images.example"],
    ["https://store.example:8443/a", "store.example"],
    ["https://ascii.example/a", "ascii.example"],
    ["https://secret.cdn.example/a", null],
    ["https://images.example:444/", null],
    ["http://images.example/", null],
    ["https://secret.example/", null],
    ["not a URL", null],
  ])("reports the host of %s as %s", (url, host) => {
    expect(publicHost(url)).toBe(host);
  });
});

describe("namedHosts", () => {
  const named = (env: { readonly [name: string]: string }) => {
    const reading = readSettings(env);
    if ("problems" in reading) throw new Error(reading.problems.join("\n"));
    return namedHosts(reading.settings);
  };

  it("are none by default, because our own sites are IP addresses", () => expect(named({})).toEqual([]));

  it("are the operator's and our own", () => {
    const env = { SERVICE_IMAGE_FETCH_ALLOWLIST: "a.example,*.b.example,c.example:8443" };
    const own = { SERVICE_BASE_URL: "https://glyphs.example", SERVICE_HANDOFF_TARGET: "https://r.example:9443" };
    expect(named({ ...env, ...own })).toEqual([
      ...["a.example", "*.b.example", "c.example:8443", "glyphs.example", "r.example:9443"],
    ]);
  });

  it("are hidden if some may be on a private network", () => {
    const env = { SERVICE_IMAGE_FETCH_ALLOWLIST: "store.internal", SERVICE_IMAGE_FETCH_PRIVATE: "true" };
    expect(named(env)).toBeNull();
  });
});
