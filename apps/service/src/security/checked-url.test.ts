import { ERRORS, Refusal } from "@lumiglyph/contract";
import { describe, expect, it } from "vitest";
import { checkedUrl } from "./checked-url.ts";
import { trustedHosts } from "./trusted-hosts.ts";

const trusted = trustedHosts(["img.test", "img.test:8443", "*.cdn.test"]);

const refusalOf = (text: string, base?: URL): unknown => {
  try {
    return checkedUrl(text, trusted, base).href;
  } catch (error) {
    return error;
  }
};

describe("checkedUrl", () => {
  it.each([
    ["https://img.test/cat.jpg", "https://img.test/cat.jpg"],
    ["HTTPS://IMG.TEST/cat.jpg?a=1", "https://img.test/cat.jpg?a=1"],
    ["https://img.test:443/", "https://img.test/"],
    ["https://img.test:8443/", "https://img.test:8443/"],
    ["https://a.b.cdn.test/", "https://a.b.cdn.test/"],
    ["https://img.test/a b", "https://img.test/a%20b"],
    ["https://img.test/@evil.test", "https://img.test/@evil.test"],
    ["https://%69mg.test/", "https://img.test/"],
    ["https://ｉｍｇ。test/", "https://img.test/"],
  ])("accepts %s", (text, href) => {
    expect(checkedUrl(text, trusted).href).toBe(href);
  });

  it.each([
    "",
    "not a url",
    "img.test/cat.jpg",
    "//img.test/cat.jpg",
    "/cat.jpg",
    "https://",
    "https:///",
    "http://img.test/",
    "ftp://img.test/",
    "file:///etc/passwd",
    "file://img.test/etc/passwd",
    "data:image/png;base64,AA",
    "gopher://img.test/",
    "javascript:alert(1)",
    "blob:https://img.test/1",
    "ws://img.test/",
    "wss://img.test/",
    "view-source:https://img.test/",
    "https://user@img.test/",
    "https://user:password@img.test/",
    "https://:password@img.test/",
    "https://img.test@127.0.0.1/",
    "https://img.test:443@evil.test/",
    "https://img.test%40evil.test/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://127.0.0.1./",
    "https://0/",
    "https://0.0.0.0/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://017700000001/",
    "https://①②⑦.0.0.1/",
    "https://127。0。0。1/",
    "https://%31%32%37.0.0.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://8.8.8.8/",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[fe80::1%25eth0]/",
    "https://[2606:4700::1111]/",
    "https://img.test./",
    "https://a.cdn.test./",
    "https://img.test:22/",
    "https://img.test:80/",
    "https://img.test:0/",
    "https://img.test:65536/",
    "https://img.test:-1/",
    "https://a.cdn.test:8443/",
    "https://cdn.test/",
    "https://img.test.evil.test/",
    "https://evilimg.test/",
    "https://evilcdn.test/",
    "https://evil.test/?img.test",
    "https://evil.test#img.test",
    "https://evil.test/img.test",
    "https://evil.test\\.img.test/",
    "https://evil.test\\@img.test/",
    "https:\\\\img.test\\cat.jpg",
    "https://img.test\\@evil.test/",
    "https://img.test%00.evil.test/",
    "https://img.test\u0000.evil.test/",
    "https://img.test\n.evil.test/",
    "https://im\tg.test/",
    "https://img.test/cat\r\nhost: evil",
    "\u0001https://img.test/",
    "https://img.test /",
    "https://xn--img-test-.com/",
    "https://іmg.test/",
    "https://localhost/",
    "https://img_test/",
    "https://test/",
    `https://${"a.".repeat(123)}cdn.test/`,
  ])("refuses %j", (text) => {
    const refusal = refusalOf(text);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({
      code: "image_url_untrusted",
      message: ERRORS.image_url_untrusted.says,
      cause: expect.stringMatching(/./),
    });
  });

  const base = new URL("https://img.test/album/cat.jpg");

  it.each([
    [`https://img.test/${"a".repeat(2032)}`, 2049],
    [`https://img.test/${"é".repeat(400)}`, 2417],
    [`https://${"a.".repeat(900)}cdn.test/${"b".repeat(9000)}`, 10817],
  ])("refuses a URL that is too long, and says so", (text, length) => {
    const message = `\`imageUrl\` has ${length} characters, more than the 2048 allowed. Percent-encoding counts. Give a shorter address, or send the image itself.`;
    expect(refusalOf(text)).toMatchObject({
      code: "parameter_invalid",
      message,
      problems: [{ parameter: "imageUrl", rule: { kind: "url-length", length, most: 2048 } }],
    });
    // the image's host is at fault for a redirect, not the caller
    expect(refusalOf(text, base)).toMatchObject({ code: "image_url_untrusted", cause: "URL too long" });
  });

  it("accepts 2,048 characters", () => {
    expect(checkedUrl(`https://img.test/${"a".repeat(2031)}`, trusted).href).toHaveLength(2048);
  });

  it("accepts a name of 253 characters", () => {
    expect(checkedUrl(`https://b${"a.".repeat(122)}cdn.test/`, trusted).hostname).toHaveLength(253);
  });

  it.each([
    ["dog.jpg", "https://img.test/album/dog.jpg"],
    ["/dog.jpg", "https://img.test/dog.jpg"],
    ["//a.cdn.test/dog.jpg", "https://a.cdn.test/dog.jpg"],
    ["?size=2", "https://img.test/album/cat.jpg?size=2"],
  ])("resolves the redirect target %s", (text, href) => {
    expect(checkedUrl(text, trusted, base).href).toBe(href);
  });

  it.each([
    "//127.0.0.1/",
    "//evil.test/",
    "///evil.test/",
    "/\\evil.test/",
    "\\\\evil.test",
    "http:/dog.jpg",
    "http:",
    "//user@img.test/",
    "//img.test:22/",
  ])("refuses the redirect target %j", (text) => {
    expect(refusalOf(text, base)).toMatchObject({ code: "image_url_untrusted" });
  });

  it.each([
    "https://127.0.0.1/",
    "https://8.8.8.8/",
    "https://[2606:4700::1111]/",
    "https://img.test./",
    "https://1.1.1.1./",
  ])("refuses %s even if it is trusted", (text) => {
    expect(() => checkedUrl(text, () => "exact")).toThrow(Refusal);
  });
});
