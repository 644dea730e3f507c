/** The area under a trace of luminance as path data, over 0 to 100 across and 36 down: one hill for each stretch that was seen. */
export const tracePath = (means: Float32Array): string => {
  let path = "";
  let isOpen = false;
  const x = (at: number): string => ((at / means.length) * 100).toFixed(2);
  for (let at = 0; at <= means.length; at++) {
    const mean = means[at] ?? Number.NaN;
    if (Number.isNaN(mean)) {
      if (isOpen) path += `V${FLOOR}Z`;
      isOpen = false;
      continue;
    }
    const y = (FLOOR - LEAST - mean * (FLOOR - LEAST - TOP)).toFixed(1);
    path += `${isOpen ? "" : `M${x(at)} ${FLOOR}`}L${x(at)} ${y}L${x(at + 1)} ${y}`;
    isOpen = true;
  }
  return path;
};

const FLOOR = 36;
const TOP = 3;

/** What even black has, so that one sees what was seen. */
const LEAST = 2;
