import { draw } from "../../packages/lumiglyph/src/browser.ts";

addEventListener("message", async ({ data: url }) => {
  postMessage((await draw(url, { columns: 40, autoOptimize: 0 })).text);
});
