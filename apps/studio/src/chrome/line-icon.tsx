/** A line icon on a grid of 16, by its path data: strokes of 1.5, no fill. Screen readers skip it. */
export const LineIcon = ({ path }: { readonly path: string }) => (
  <svg class="i" viewBox="0 0 16 16" aria-hidden="true">
    <path d={path} />
  </svg>
);
