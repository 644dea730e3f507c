/** The loupe's card, in CSS pixels: what stage.css makes of it. */
const CARD = { width: 268, height: 84, gap: 10 };

type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** Where the card goes: centered below its cell, above it where there is no room, and never out of the room. */
export const loupePlace = (cell: Box, room: { readonly width: number; readonly height: number }) => {
  const below = cell.top + cell.height + CARD.gap;
  const fits = below + CARD.height <= room.height;
  const left = cell.left + cell.width / 2 - CARD.width / 2;
  return {
    left: Math.max(0, Math.min(room.width - CARD.width, left)),
    top: fits ? below : Math.max(0, cell.top - CARD.gap - CARD.height),
  };
};
