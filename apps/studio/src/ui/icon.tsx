/** Icons needed on first load. */
const PATHS = {
  image:
    "M3.5 2.75h9a1.5 1.5 0 0 1 1.5 1.5v7.5a1.5 1.5 0 0 1-1.5 1.5h-9a1.5 1.5 0 0 1-1.5-1.5v-7.5a1.5 1.5 0 0 1 1.5-1.5zM2.5 11l3.2-3.2 2.5 2.5 2-2 3.3 3.2M9.7 5.8a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0",
  video:
    "M3.5 2.75h9a1.5 1.5 0 0 1 1.5 1.5v7.5a1.5 1.5 0 0 1-1.5 1.5h-9a1.5 1.5 0 0 1-1.5-1.5v-7.5a1.5 1.5 0 0 1 1.5-1.5zM5 3v10M11 3v10M2 8h12M2 5.5h3M2 10.5h3M11 5.5h3M11 10.5h3",
  camera:
    "M3 4h6a1.5 1.5 0 0 1 1.5 1.5v5A1.5 1.5 0 0 1 9 12H3a1.5 1.5 0 0 1-1.5-1.5v-5A1.5 1.5 0 0 1 3 4zM10.5 7.2l4-2.2v6l-4-2.2",
  undo: "M5.5 3l-3 3 3 3M2.5 6h6.8a3.7 3.7 0 0 1 0 7.4H6",
  redo: "M10.5 3l3 3-3 3M13.5 6H6.7a3.7 3.7 0 0 0 0 7.4H10",
  link: "M6.7 9.3a2.6 2.6 0 0 0 3.7 0l2.3-2.3a2.6 2.6 0 0 0-3.7-3.7l-.8.8M9.3 6.7a2.6 2.6 0 0 0-3.7 0L3.3 9a2.6 2.6 0 0 0 3.7 3.7l.8-.8",
  copy: "M6 5.5h6.5a1 1 0 0 1 1 1V13a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V6.500a1 1 0 0 1 1-1zM3 10.500V3a1 1 0 0 1 1-1h6.500",
  share: "M8 10V2.500M5 5l3-3 3 3M4 8H3v6h10V8h-1",
  down: "M8 2.5v8M4.8 7.5L8 10.7l3.2-3.2M2.8 13.3h10.4",
  chevron: "M4.5 6.3L8 9.8l3.5-3.5",
  check: "M3.5 8.5l3 3 6-7",
  x: "M4 4l8 8M12 4l-8 8",
  plus: "M8 3.5v9M3.5 8h9",
  minus: "M3.5 8h9",
  fit: "M2.5 6V3.5H5M11 3.5h2.5V6M13.5 10v2.5H11M5 12.5H2.5V10",
  grip: "M6 4.5L2.5 8 6 11.5M10 4.5L13.5 8 10 11.5",
  eye: "M1.5 8S4 3.7 8 3.7 14.5 8 14.5 8 12 12.3 8 12.3 1.5 8 1.5 8zM6.1 8a1.9 1.9 0 1 0 3.8 0 1.9 1.9 0 1 0-3.8 0",
  keyboard:
    "M2.75 4h10.5A1.25 1.25 0 0 1 14.5 5.25v5.5A1.25 1.25 0 0 1 13.25 12H2.75A1.25 1.25 0 0 1 1.5 10.75v-5.5A1.25 1.25 0 0 1 2.75 4zM4.5 6.7h.01M7 6.7h.01M9.5 6.7h.01M11.8 6.7h.01M5 9.5h6",
  more: "M2.7 8a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0M7.4 8a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0M12.1 8a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0",
  theme: "M2.5 8a5.5 5.5 0 1 0 11 0 5.5 5.5 0 1 0-11 0M8.75 3.2v9.6M10.25 3.7v8.6M11.75 4.9v6.2",
} as const;

export type IconName = keyof typeof PATHS;

/** An icon, beside text or in a control that has its own accessible name. */
export const Icon = ({ name }: { readonly name: IconName }) => <LineIcon path={PATHS[name]} />;

/** A line icon on a 16-unit grid. Hidden from screen readers. */
export const LineIcon = ({ path }: { readonly path: string }) => (
  <svg class="i" viewBox="0 0 16 16" aria-hidden="true">
    <path d={path} />
  </svg>
);
