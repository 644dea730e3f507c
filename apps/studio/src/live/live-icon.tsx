import { LineIcon } from "../chrome/line-icon.tsx";

const PATHS = {
  play: "M4.5 2.8v10.4L13 8z",
  pause: "M5.2 3v10M10.8 3v10",
  next: "M4 3.5L10 8l-6 4.5zM12.5 3.5v9",
  prev: "M12 3.5L6 8l6 4.5zM3.5 3.5v9",
  loop: "M11 1.8L13.2 4 11 6.2M13 4H5a2.5 2.5 0 0 0-2.5 2.5V8M5 14.2L2.8 12 5 9.8M3 12h8a2.5 2.5 0 0 0 2.5-2.5V8",
  flip: "M8 2v12M5.5 4.5L2 11.5h3.5zM10.5 4.5l3.5 7h-3.5z",
  grid: "M3 2.5h3.5V6H3zM9.5 2.5H13V6H9.5zM3 9.5h3.5V13H3zM9.5 9.5H13V13H9.5z",
  device:
    "M3.3 3h9.4A1.3 1.3 0 0 1 14 4.3v5.4a1.3 1.3 0 0 1-1.3 1.3H3.3A1.3 1.3 0 0 1 2 9.7V4.3A1.3 1.3 0 0 1 3.3 3zM5.5 13.5h5",
  record: "M2.5 8a5.5 5.5 0 1 0 11 0 5.5 5.5 0 1 0-11 0M6.3 8a1.7 1.7 0 1 0 3.4 0 1.7 1.7 0 1 0-3.4 0",
} as const;

export type LiveIconName = keyof typeof PATHS;

/** An icon of what moves. */
export const LiveIcon = ({ name }: { readonly name: LiveIconName }) => <LineIcon path={PATHS[name]} />;
