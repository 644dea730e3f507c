import { expect, it } from "vitest";
import { videoFileName } from "./film-row.tsx";

it.each([
  ["trip.mov", "mp4", "trip.mp4"],
  ["trip.mp4", "mp4", "trip.ascii.mp4"],
  ["trip.webm", "gif", "trip.gif"],
  ["trip.mp4", "html", "trip.player.html"],
  ["Front camera", "cast", "Front camera.cast"],
] as const)("a film of %j as %s is %s", (source, format, name) => {
  expect(videoFileName(source, format)).toBe(name);
});
