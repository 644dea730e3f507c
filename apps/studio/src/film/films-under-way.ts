import { signal } from "@preact/signals";

/** Films that are being made now. They take from the machine what the stage could have, so its pace says little meanwhile. */
export const runningExports = signal(0);
