import { drawAll } from "./draw-all.ts";

addEventListener("message", async ({ data: { pictures, kind, every } }) => {
  postMessage(await drawAll(pictures, kind, every));
});
