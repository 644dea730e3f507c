import { Refusal } from "@lumiglyph/contract";
import { describe, expect, it } from "vitest";
import { createPins } from "./pins.ts";

describe("pins", () => {
  const pinsTo = async (...answers: string[]) => {
    const pins = createPins(async () => answers, true);
    const looked = await new Promise((resolve) => {
      pins.lookup("spelled.test", { all: true }, (error, list) => resolve(error ?? list));
    });
    return { pins, looked };
  };

  it("hand the checked answers to the socket, in their order", async () => {
    const { looked } = await pinsTo("2606:4700::1111", "93.184.216.34", "10.0.0.1");
    expect(looked).toEqual([
      { address: "2606:4700::1111", family: 6 },
      { address: "93.184.216.34", family: 4 },
      { address: "10.0.0.1", family: 4 },
    ]);
  });

  it("refuse a name with one address that is not allowed, without repeating either", async () => {
    const pins = createPins(async () => ["93.184.216.34", "10.0.0.1"], false);
    const error = await new Promise((resolve) => pins.lookup("spelled.test", { all: true }, resolve));
    expect(error).toMatchObject({
      code: "image_host_failed",
      cause: "host at an address that is not allowed",
    });
  });

  it("hand out the first answer where one is asked for", async () => {
    const pins = createPins(async () => ["93.184.216.34", "93.184.216.35"], false);
    const looked = await new Promise((resolve) => {
      pins.lookup("spelled.test", {}, (...result) => resolve(result));
    });
    expect(looked).toEqual([null, "93.184.216.34", 4]);
  });

  it("hold the socket to the answers", async () => {
    const { pins } = await pinsTo("2606:4700:0:0::1111", "93.184.216.34");
    expect(pins.faultOf({ remoteAddress: "2606:4700::1111" })).toBeNull();
    expect(pins.faultOf({ remoteAddress: "93.184.216.34" })).toBeNull();
    expect(pins.faultOf({ remoteAddress: "93.184.216.35" })).toMatchObject({ code: "image_host_failed" });
    expect(pins.faultOf({ remoteAddress: "127.0.0.1" })).toMatchObject({ code: "image_host_failed" });
  });

  it("hold a socket nowhere before anything was resolved", () => {
    const pins = createPins(async () => ["93.184.216.34"], true);
    expect(pins.faultOf({ remoteAddress: "93.184.216.34" })).toMatchObject({ code: "image_host_failed" });
  });

  it("take a socket that has closed for a failed connection, not for a refusal", async () => {
    const { pins } = await pinsTo("93.184.216.34");
    expect(pins.faultOf({ remoteAddress: undefined })).not.toBeInstanceOf(Refusal);
  });
});
