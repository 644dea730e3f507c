import { receive } from "./receive.ts";

/** Takes ten frames and then does nothing any more, as a page does that has come to a halt. */
let taken = 0;

receive(() => {
  if (++taken < 10) return;
  for (;;);
});
