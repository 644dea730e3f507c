import type { Placement, Room } from "./fit.ts";

/** Height of the looks as a strip under the HUD of a phone, in CSS pixels: what stage.css makes of them. */
const HEIGHT = 76;

/** Whether a phone has room for the strip without making the art smaller. `isThere`: whether it takes its room already. */
export const hasRoomForStrip = ({ width, height, view }: Placement, room: Room, isThere: boolean): boolean => {
  const strip = HEIGHT * room.density;
  const widest = Math.max(1, Math.floor((room.width * view.cell) / width)) / view.cell;
  return room.height + (isThere ? strip : 0) - height * widest >= strip;
};
