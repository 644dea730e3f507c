/** The parameters of the text's style. */
type Setting = {
  readonly columns: number;
  readonly cellAspect: number;
  /** Width of a character in em. */
  readonly advance: number;
  /** Whether the art fills the width of its element. */
  readonly isFitted: boolean;
};

type Style = { readonly [property: string]: string };

/** Styles of the element and of its text. */
export const stylesFor = ({ columns, cellAspect, advance, isFitted }: Setting): { host: Style; text: Style } => {
  const lineHeight = (advance / cellAspect).toFixed(4);
  return {
    host: { display: "block", ...(isFitted && { "container-type": "inline-size" }) },
    text: {
      margin: "0",
      "white-space": "pre",
      "letter-spacing": "0",
      "font-variant-ligatures": "none",
      // slightly less than the width, so that rounding does not cause scrolling
      ...(isFitted && { "font-size": `calc(99.9cqi / ${columns} / ${advance.toFixed(4)})` }),
      "line-height": lineHeight,
      "--line-height": `${lineHeight}em`,
    },
  };
};

/** Width of a character in em in most monospaced fonts. */
export const USUAL_ADVANCE = 0.602;
