import { receive } from "./receive.ts";

// a window whose link is cut has nobody to hear from
if (window.opener !== null) receive(() => {});
