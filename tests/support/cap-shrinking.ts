import fc from "fast-check";
import { inject } from "vitest";

// A failing property once searched for a smaller example for six minutes. Passing ones take seconds.
fc.configureGlobal({
  interruptAfterTimeLimit: inject("allCases") ? 600_000 : 60_000,
  markInterruptAsFailure: true,
});
