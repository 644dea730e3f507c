import { TEXT_FORMATS } from "@lumiglyph/contract";
import { expect, inject, test } from "vitest";
import { call, rpc } from "../mcp/mcp-request.ts";
import { askRender, jsonImage } from "../support/http-render.ts";
import { serviceForFile } from "../support/http-service.ts";
import { fixture } from "./drawn.ts";

const service = serviceForFile();
const WHEEL = fixture("charts/color-wheel.png");

/** All of them, or one of most formats. */
const CASES = TEXT_FORMATS.filter((format) => format !== "text")
  .flatMap((format) => [
    { format, charset: "detailed" },
    { format, charset: "octants" },
    { format, charset: "detailed", fill: 1 },
    ...(format === "svg" ? [{ format, charset: "detailed", fill: 1, theme: "auto" }] : []),
  ])
  .filter((_, at) => inject("allCases") || at % 4 === 0);

test.each(CASES)(
  "A result of more than 500,000 characters names the columns that fit: %j (answers 5.6)",
  async (some) => {
    const given = { color: true, autoOptimize: 0, ...some };
    const imageBase64 = Buffer.from(WHEEL).toString("base64");
    const ask = (columns: number) => rpc(service.url, call({ imageBase64, ...given, columns }));
    const http = await askRender(service.url, jsonImage(WHEEL, { ...given, columns: 400 }));
    const { result } = await ask(400);
    const length = [...http.text].length;
    if (length <= 500_000) {
      expect(result?.content[0]?.text).toBe(http.text);
      return;
    }
    const text = result?.content[0]?.text ?? "";
    expect(text).toMatch(
      new RegExp(`^result_too_long: The output has ${length} characters; a tool's result has at most 500000\\. `),
    );
    const fitting = Number(/(\d+) `columns` would fit/.exec(text)?.[1]);
    expect(fitting).toBeGreaterThan(40);
    const { result: smaller } = await ask(fitting);
    expect([smaller?.isError, smaller?._meta["lumiglyph/render"]?.["columns"]]).toEqual([undefined, fitting]);
  },
);
