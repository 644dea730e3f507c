import { describe, expect, it } from "vitest";
import { acceptTracestate } from "./trace-context.ts";

const long = (key: string, length: number) => `${key}=`.padEnd(length, "x");

describe("acceptTracestate", () => {
  it("keeps a value of 256 characters and drops the whole for one of 257", () => {
    const value = "v".repeat(256);
    expect(acceptTracestate([`a=${value}`])).toBe(`a=${value}`);
    expect(acceptTracestate([`b=1,a=${value}v`])).toBe("");
  });

  it("keeps a blank at the start of a value and inside it", () => {
    expect(acceptTracestate(["a= x y ,b=2"])).toBe("a= x y,b=2");
  });

  it.each(["a", "=1", "a=", "a= ", "a=\u00e9", "a=x\u0000", "a=x\ty", "\u00a0a=1", "-a=1", "_a=1"])(
    "drops the whole for the member %j",
    (member) => {
      expect(acceptTracestate([`b=1,${member}`])).toBe("");
    },
  );

  it("skips empty members without counting them", () => {
    expect(acceptTracestate([`${",".repeat(40)}a=1, ,\t,b=2,`])).toBe("a=1,b=2");
  });

  it("counts repeated keys as members", () => {
    expect(acceptTracestate([Array(32).fill("a=1").join(",")])).toBe("a=1");
    expect(acceptTracestate([Array(33).fill("a=1").join(",")])).toBe("");
  });

  it("passes 512 characters on whole", () => {
    const whole = [long("a", 128), long("b", 128), long("c", 128), long("d", 125)].join(",");
    expect(whole).toHaveLength(512);
    expect(acceptTracestate([whole])).toBe(whole);
  });

  it("drops the last member of one character too many", () => {
    const kept = [long("a", 128), long("b", 128), long("c", 128)].join(",");
    expect(acceptTracestate([`${kept},${long("d", 126)}`])).toBe(kept);
  });

  it("drops members of more than 128 characters before shorter and older ones", () => {
    const [a, b, c, d] = [long("a", 129), long("b", 128), long("c", 128), long("d", 128)];
    expect(acceptTracestate([a, b, c, d])).toBe([b, c, d].join(","));
  });

  it("drops long members from the end and only as many as it must", () => {
    const [a, b, c] = [long("a", 200), long("b", 200), long("c", 200)];
    expect(acceptTracestate([a, b, c, "d=1"])).toBe([a, b, "d=1"].join(","));
  });

  it.each([
    ["blanks inside a member", `a=${" ".repeat(1_000_000)}b`],
    ["blanks alone", " \t".repeat(500_000)],
    ["commas", ",".repeat(1_000_000)],
    ["blanks between commas", " ,\t".repeat(330_000)],
    ["one long key", "a".repeat(1_000_000)],
    ["equals signs", `a${"=".repeat(1_000_000)}`],
    ["many members", "a=1,".repeat(250_000)],
  ])("reads a million characters of %s at once", (_name, header) => {
    const started = performance.now();
    expect(acceptTracestate([header])).toBe("");
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
