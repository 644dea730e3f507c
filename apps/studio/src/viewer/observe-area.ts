import type { Area } from "./placement.ts";

/** Tells the size of an element in device pixels, now and whenever it changes; gives back what stops it. */
export const observeArea = (element: HTMLElement, onSize: (area: Area) => void): (() => void) => {
  const observer = new ResizeObserver(([entry]) => onSize(areaOf(entry!)));
  observe(observer, element);
  // without a box of device pixels nobody tells when their density changes
  const again = (): void => observe(observer, element);
  addEventListener("resize", again);
  return () => {
    removeEventListener("resize", again);
    observer.disconnect();
  };
};

/** Device pixels where the browser counts them: a box may begin in the middle of one. */
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

/** What was counted, where it can be: a density that is only emulated is not counted with. */
const wholePixels = (counted: number | undefined, measured: number): number =>
  counted !== undefined && Math.abs(counted - measured) < 1 ? counted : Math.floor(measured);
