import { receive } from "./receive.ts";

/** Takes ten frames and then stops responding, like a hung page. */
let taken = 0;

receive(() => {
  if (++taken < 10) return;
  for (;;);
});
