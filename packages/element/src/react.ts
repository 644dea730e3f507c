import { createElement, type ReactElement, useEffect, useRef } from "react";
import type { Drawn, LumiGlyph as Element } from "./index.ts";

/** The element's attributes, as properties, and its events. */
export type LumiGlyphProps = {
  readonly src: string;
  readonly alt: string;
  readonly columns?: number;
  readonly charset?: string;
  readonly color?: boolean;
  readonly theme?: "auto" | "dark" | "light";
  readonly fit?: boolean;
  readonly live?: boolean;
  readonly className?: string;
  readonly onDrawn?: (drawn: Drawn) => void;
  readonly onError?: (message: string) => void;
  /** Every other parameter, in kebab-case. */
  readonly [attribute: string]: unknown;
};

/** `<lumi-glyph>` as a React component. */
export const LumiGlyph = ({ onDrawn, onError, className, ...attributes }: LumiGlyphProps): ReactElement => {
  const element = useRef<Element>(null);
  useEffect(() => void import("./index.ts"), []);
  useEffect(() => {
    const tellDrawn = (event: Event) => onDrawn?.((event as CustomEvent<Drawn>).detail);
    const tellError = (event: Event) => onError?.((event as CustomEvent<string>).detail);
    element.current?.addEventListener("drawn", tellDrawn);
    element.current?.addEventListener("error", tellError);
    return () => {
      element.current?.removeEventListener("drawn", tellDrawn);
      element.current?.removeEventListener("error", tellError);
    };
  }, [onDrawn, onError]);
  // React writes true as "true", and leaves false out only for attributes that it knows
  const written = Object.entries(attributes).filter(([, value]) => value !== false && value !== undefined);
  return createElement("lumi-glyph", { ref: element, class: className, ...Object.fromEntries(written) });
};
