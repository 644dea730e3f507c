import type { AreaTable } from "./requirement.ts";

/** The Auto Director: what it measures, what it tunes, what it says. */
export const director = {
  built: {
    "spec 1.4": {
      "director:status": "Evidence is reported as `target_met` or `best_effort`.",
      "director:advice": "A missed target comes with a sentence on what it lacks.",
      "director:tunes": "The Director tunes parameters to the source, against the selected rubric.",
    },
    "spec 2.2": {
      "effect:autoOptimize": "`autoOptimize` is the strength of the tuning against the selected rubric.",
      "effect:qualityTarget": "`qualityTarget` selects the rubric.",
    },
    "decision 1.15": {
      "director:locked": "A parameter that was given is locked, and the evidence lists it.",
      "director:explicit-default": "A default that was given is locked like any other value.",
      "director:tunable": "Only contrast, brightness, gamma, sharpen, autoLevels, structure, denoise are tuned.",
      "director:tuned": "The evidence lists what was tuned, from which value to which.",
    },
    "decision 1.16": {
      "director:off": "With `autoOptimize` 0 nothing is tuned, and the evidence is measured all the same.",
      "director:strength": "A tuned value is given + strength × (best − given).",
      "director:never-worse": "A tuned render never scores below the untuned one under the same rubric.",
    },
  },
  later: {},
} as const satisfies AreaTable;
