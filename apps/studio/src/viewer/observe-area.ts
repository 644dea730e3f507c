import type { Area } from "./placement.ts";

/** Reports an element's size in device pixels, now and on every change; returns a function that stops it. */
export const observeArea = (element: HTMLElement, onSize: (area: Area) => void): (() => void) => {
  const observer = new ResizeObserver(([entry]) => onSize(areaOf(entry!)));
  observe(observer, element);
  // without device-pixel boxes no event reports a changed pixel ratio
  const again = (): void => observe(observer, element);
  addEventListener("resize", again);
  return () => {
    removeEventListener("resize", again);
    observer.disconnect();
  };
};

/** Uses device-pixel boxes where the browser has them, because a box may start in the middle of a pixel. */
const observe = (observer: ResizeObserver, element: HTMLElement): void => {
  observer.disconnect();
  try {
    observer.observe(element, { box: "device-pixel-content-box" });
  } catch {
    observer.observe(element);
  }
};

const areaOf = ({ devicePixelContentBoxSize, contentRect }: ResizeObserverEntry): Area => {
  const density = devicePixelRatio;
  const box = devicePixelContentBoxSize?.[0];
  return {
    width: wholePixels(box?.inlineSize, contentRect.width * density),
    height: wholePixels(box?.blockSize, contentRect.height * density),
    density,
  };
};

/** The counted size, unless it is off by a pixel or more, as with an emulated pixel ratio. */
const wholePixels = (counted: number | undefined, measured: number): number =>
  counted !== undefined && Math.abs(counted - measured) < 1 ? counted : Math.floor(measured);
