import { receive } from "./receive.ts";

// without an opener there is nothing to receive
if (window.opener !== null) receive(() => {});
