import { completeParams, mosaicOf, type RenderOptions } from "@lumiglyph/contract";
import { type Drawn, drawPicture } from "./draw.ts";
import { ATTRIBUTES, readAttributes } from "./options.ts";
import { paintText } from "./paint.ts";
import { inTurn } from "./queue.ts";
import { stylesFor } from "./styles.ts";

export type { Drawn };

/** Servers import this module too, without a DOM. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * `<lumi-glyph src="photo.jpg" alt="…" columns="80">`: the picture in characters, as text in a
 * `<pre role="img">`, rendered on this device when it comes near the viewport. Text that a server
 * put inside stays until then. Fires `drawn` with its evidence, or `error` with a message.
 */
export class LumiGlyph extends Base {
  static readonly observedAttributes: readonly string[] = ATTRIBUTES;

  #isNear = false;
  #isDue = false;
  #drawing: AbortController | null = null;
  #stopLive: (() => void) | null = null;
  #theme: MediaQueryList | null = null;

  connectedCallback(): void {
    this.#theme = matchMedia("(prefers-color-scheme: light)");
    this.#theme.addEventListener("change", this.#onTheme);
    watchNearness().observe(this);
  }

  disconnectedCallback(): void {
    this.#theme?.removeEventListener("change", this.#onTheme);
    watchNearness().unobserve(this);
    this.#isNear = false;
    this.#stop();
  }

  attributeChangedCallback(): void {
    this.#redraw();
  }

  /** Called when the element comes near the viewport or leaves it. */
  setNear(isNear: boolean): void {
    if (isNear === this.#isNear) return;
    this.#isNear = isNear;
    const isLive = this.hasAttribute("live");
    if (!isNear && isLive) this.#stop();
    // a rendered picture stays until its attributes change
    if (isNear && (this.#isDue || isLive || this.#drawing === null)) this.#redraw();
  }

  readonly #onTheme = (): void => {
    if (themeOf(this) === "auto") this.#redraw();
  };

  #stop(): void {
    this.#drawing?.abort();
    this.#drawing = null;
    this.#stopLive?.();
    this.#stopLive = null;
  }

  /** Attributes that change at once cause one update. */
  #redraw(): void {
    this.#isDue = true;
    queueMicrotask(() => {
      if (!this.#isDue || !this.#isNear) return;
      this.#isDue = false;
      this.#draw().catch((error: unknown) => {
        if ((error as Error).name !== "AbortError") this.#fail(error as Error);
      });
    });
  }

  async #draw(): Promise<void> {
    this.#stop();
    const src = this.getAttribute("src");
    if (src === null || src === "") return;
    const options = readAttributes(this, this.#background());
    const url = new URL(src, this.baseURI).href;
    const drawing = new AbortController();
    this.#drawing = drawing;
    const mosaic = mosaicOf(completeParams(options).charset);
    const paint = mosaic === null ? paintText : (await import("./paint-mosaic.ts")).paintMosaic;
    drawing.signal.throwIfAborted();
    if (this.hasAttribute("live")) {
      const { playLive } = await import("./live.ts");
      drawing.signal.throwIfAborted();
      this.#stopLive = playLive(
        url,
        options,
        (cells, drawn) => {
          this.#lay(drawn.columns, options);
          paint(this.#page(), cells);
          this.#tell(drawn);
        },
        (error) => this.#fail(error),
      );
      return;
    }
    const { result, ...cells } = await inTurn(() => drawPicture(url, options, drawing.signal));
    drawing.signal.throwIfAborted();
    this.#lay(result.size.columns, options);
    paint(this.#page(), cells);
    this.#tell({ ...result.size, glyphs: result.glyphs, quality: result.quality });
  }

  #background(): "dark" | "light" {
    const theme = themeOf(this);
    return theme === "auto" ? (this.#theme?.matches ? "light" : "dark") : theme;
  }

  #tell(detail: Drawn): void {
    this.dispatchEvent(new CustomEvent<Drawn>("drawn", { detail, bubbles: true }));
  }

  #fail({ message }: Error): void {
    this.dispatchEvent(new CustomEvent<string>("error", { detail: message }));
  }

  /** The element's text, from a server or rendered here. */
  #page(): HTMLElement {
    const page = this.querySelector<HTMLElement>(":scope > pre") ?? this.appendChild(document.createElement("pre"));
    const alt = this.getAttribute("alt");
    if (alt === "") {
      page.setAttribute("role", "presentation");
      page.setAttribute("aria-hidden", "true");
    } else {
      page.setAttribute("role", "img");
      page.setAttribute("aria-label", alt ?? page.getAttribute("aria-label") ?? "Picture drawn in characters");
    }
    return page;
  }

  /** Sets the text so that its cells keep the aspect ratio they were rendered for, in any font. */
  #lay(columns: number, options: RenderOptions): void {
    const page = this.#page();
    const { cellAspect } = completeParams(options);
    const advance = advanceIn(getComputedStyle(page).fontFamily);
    const { host, text } = stylesFor({ columns, cellAspect, advance, isFitted: this.hasAttribute("fit") });
    for (const [name, value] of Object.entries(host)) {
      // a `display` that the page has set takes precedence
      if (name !== "display" || getComputedStyle(this).display === "inline") this.style.setProperty(name, value);
    }
    // a server does not know the font: its line height stays if it is close enough, so that nothing
    // moves
    const before = Number.parseFloat(page.style.lineHeight);
    if (Math.abs(before / Number(text["line-height"]) - 1) < NEAR_ENOUGH) return;
    for (const [name, value] of Object.entries(text)) page.style.setProperty(name, value);
  }
}

/** Relative difference of line heights that is tolerated. */
const NEAR_ENOUGH = 0.01;

const themeOf = (element: Element): "auto" | "dark" | "light" => {
  const theme = element.getAttribute("theme");
  return theme === "dark" || theme === "light" ? theme : "auto";
};

/** One observer for all elements: they are rendered shortly before they become visible. */
const watchNearness = (): IntersectionObserver => {
  nearness ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) (target as LumiGlyph).setNear(isIntersecting);
    },
    { rootMargin: "200px" },
  );
  return nearness;
};

let nearness: IntersectionObserver | undefined;

/** Width of a character in em, measured in the font that shows it. */
const advanceIn = (family: string): number => {
  const known = advances.get(family);
  if (known !== undefined) return known;
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return 0.6;
  context.font = `100px ${family}`;
  const advance = context.measureText("0".repeat(10)).width / 1000 || 0.6;
  advances.set(family, advance);
  return advance;
};

const advances = new Map<string, number>();

if (globalThis.customElements !== undefined && customElements.get("lumi-glyph") === undefined) {
  customElements.define("lumi-glyph", LumiGlyph);
}

declare global {
  interface HTMLElementTagNameMap {
    "lumi-glyph": LumiGlyph;
  }
}
