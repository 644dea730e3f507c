import { drawAll } from "./draw-all.ts";

addEventListener("message", async ({ data: { pictures, kind } }) => {
  postMessage(await drawAll(pictures, kind));
});
