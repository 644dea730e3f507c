import { STREAM_TOOL } from "@lumiglyph/contract";
import { createStreamTool, type StreamToolParts, type ToolResult } from "./stream-tool.ts";

/**
 * As much of WebMCP as is used (webmachinelearning.github.io/webmcp): browsers that have it let a page offer tools to an agent
 * in the browser. All that is known of it is in this file.
 */
type ModelContext = {
  registerTool(
    tool: {
      readonly name: string;
      readonly title: string;
      readonly description: string;
      readonly inputSchema: object;
      readonly annotations: { readonly readOnlyHint: boolean; readonly consequentialHint: boolean };
      readonly execute: (input: unknown, client?: { readonly signal?: AbortSignal }) => Promise<ToolResult>;
    },
    options: { readonly signal: AbortSignal },
  ): Promise<void>;
};

/** Offers the tool where the browser has such tools; not while the page is put away. */
export const offerTool = (parts: StreamToolParts, page: Window): void => {
  const { modelContext } = page.document as { readonly modelContext?: ModelContext };
  if (typeof modelContext?.registerTool !== "function") return;
  const { name, title, description, inputSchema } = STREAM_TOOL;
  const run = createStreamTool(parts);
  let leaving = new AbortController();
  const offer = async (): Promise<void> => {
    leaving = new AbortController();
    const annotations = { readOnlyHint: false, consequentialHint: true };
    const execute = (input: unknown, client?: { readonly signal?: AbortSignal }) =>
      run(input, client?.signal ?? leaving.signal);
    await modelContext.registerTool(
      { name, title, description, inputSchema, annotations, execute },
      { signal: leaving.signal },
    );
  };
  // whoever serves the page may have forbidden tools: then there are none
  const tryToOffer = (): void => void offer().catch(() => {});
  page.addEventListener("pagehide", () => leaving.abort());
  page.addEventListener("pageshow", ({ persisted }) => persisted && tryToOffer());
  tryToOffer();
};
