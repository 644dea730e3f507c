import type { AreaTable } from "./requirement.ts";

/** The browser studio: live sources, temporal smoothing, the browser tool. */
export const studio = {
  built: {
    "spec 4.5": {
      "studio:tool": "`stream_ascii_to_a2v` is a browser-only tool that takes a mode and an optional `traceId`.",
    },
    "spec 2.2": {
      "effect:motionSensitivity": "`motionSensitivity` is the response to motion in the final posterior update.",
    },
  },
  later: {
    "spec 1.5": {
      "studio:temporal": "Video and webcam are smoothed by a Bayesian posterior in the studio, and only there.",
    },
  },
} as const satisfies AreaTable;
