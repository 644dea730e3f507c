import { describe, expect, it } from "vitest";
import { fixture } from "../../../../tests/support/fixtures.ts";
import { optionsWith } from "../../../../tests/support/params.ts";
import { LOOKS, lookValues } from "./looks.ts";
import { decodedImage, openStudio, settle } from "./testing.ts";

const koi = fixture("koi.png");
const portrait = fixture("portrait.png");

describe("undo", () => {
  it("takes a look back in one step, with all that it has reset", () => {
    const { studio } = openStudio("?charset=dots&invert=true&columns=99");
    studio.params.setAll(lookValues(LOOKS[1]));
    expect(studio.params.options.value).toEqual(optionsWith({ color: true, columns: 99 }));
    studio.history.undo();
    expect(studio.params.options.value).toEqual(optionsWith({ charset: "dots", invert: true, columns: 99 }));
    studio.history.redo();
    expect(studio.params.options.value).toEqual(optionsWith({ color: true, columns: 99 }));
  });

  it("brings a replaced picture back, decoded again, and then develops it", async () => {
    const { studio, calls, paint, decoded } = openStudio();
    await studio.open(koi, "koi.png");
    await studio.open(portrait, "portrait.png");
    paint();
    studio.history.undo();
    expect(studio.opened.value?.name).toBe("portrait.png");
    await settle();
    expect(studio.opened.value?.name).toBe("koi.png");
    expect(decoded).toEqual([koi, portrait, koi]);
    paint();
    expect(calls.slice(-2)).toEqual(["open 960 × 720", optionsWith()]);
    studio.history.redo();
    await settle();
    expect(studio.opened.value?.name).toBe("portrait.png");
  });

  it("shows nothing that is no longer wanted when it is decoded at last", async () => {
    const again = Promise.withResolvers<ReturnType<typeof decodedImage>>();
    let opened = 0;
    const decode = () => (++opened <= 2 ? Promise.resolve(decodedImage(960, 720)) : again.promise);
    const { studio, calls } = openStudio("", { decode });
    await studio.open(koi, "koi.png");
    await studio.open(portrait, "portrait.png");
    studio.history.undo();
    studio.history.redo();
    again.resolve(decodedImage(1, 1));
    await settle();
    expect([studio.opened.value?.name, calls]).toEqual(["portrait.png", ["open 960 × 720", "open 960 × 720"]]);
  });

  it("goes back to the empty page, and there again", async () => {
    const { studio, calls } = openStudio();
    await studio.open(koi, "koi.png");
    studio.history.undo();
    expect([studio.opened.value, calls.at(-1)]).toEqual([null, "clear"]);
    studio.history.redo();
    await settle();
    expect(studio.opened.value?.name).toBe("koi.png");
  });

  it("says where a picture can no longer be read", async () => {
    let isGone = false;
    const decode = async () => {
      if (isGone) throw new Error("gone");
      return decodedImage(960, 720);
    };
    const { studio } = openStudio("", { decode });
    await studio.open(koi, "koi.png");
    await studio.open(portrait, "portrait.png");
    isGone = true;
    studio.history.undo();
    await expect.poll(() => studio.fault.value).not.toBeNull();
    expect(studio.fault.value).toMatchObject({
      code: "image_unreadable",
      says: expect.stringContaining("koi.png is not where it was"),
    });
  });

  it("revokes a picture's URL when no step leads to it any more", async () => {
    const { studio, urls } = openStudio();
    await studio.open(koi, "koi.png");
    studio.history.undo();
    expect(urls.revoked).toEqual([]);
    await studio.open(portrait, "portrait.png");
    expect(urls.revoked).toEqual(["blob:1"]);
    for (let columns = 8; columns < 209; columns++) studio.params.setAll({ columns });
    expect(urls.revoked).toEqual(["blob:1"]);
  });
});
