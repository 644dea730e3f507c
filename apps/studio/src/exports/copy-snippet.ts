import type { Studio } from "../state/studio.ts";
import { base64Of } from "./base64-of.ts";
import { cannotCopy, copyBlob } from "./clipboard.ts";
import { sizeWords } from "./size-words.ts";
import { curlSnippet, fetchSnippet, serviceOf, toolSnippet } from "./snippets.ts";

export type SnippetKind = "curl" | "fetch" | "MCP call";

/** Copies what makes a service draw this picture with these settings: the same bytes. */
export const copySnippet = async (studio: Studio, kind: SnippetKind): Promise<void> => {
  const text = snippetOf(studio, kind);
  try {
    await copyBlob("text/plain", text.then(asBlob));
    studio.toast(COPIED[kind](await text));
  } catch {
    studio.toast(cannotCopy());
  }
};

const snippetOf = async ({ opened, params }: Studio, kind: SnippetKind): Promise<string> => {
  const { name, file, info } = opened.peek()!;
  const parsed = params.parsed.peek();
  if (kind === "MCP call") return toolSnippet(parsed, await base64Of(file));
  const format = info.format === "pixels" ? "png" : info.format;
  const request = { service: serviceOf(new URL(location.href)), picture: { name, format }, parsed };
  return kind === "curl" ? curlSnippet(request) : fetchSnippet(request);
};

const COPIED: { readonly [Kind in SnippetKind]: (text: string) => string } = {
  curl: () => "curl command copied",
  fetch: () => "fetch code copied",
  "MCP call": (text) => `MCP call copied with the picture in it, ${sizeWords(text.length)}`,
};

const asBlob = (text: string): Blob => new Blob([text], { type: "text/plain" });
