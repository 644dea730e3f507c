import { useStudio } from "../state/use-studio.ts";
import { copyPicture, copyText } from "./copy-art.ts";
import { copySnippet, type SnippetKind } from "./copy-snippet.ts";

/** What can go to the clipboard: the art itself, or what makes a service draw it. */
export const CopyAs = ({ canBePicture, isStill }: { readonly canBePicture: boolean; readonly isStill: boolean }) => {
  const studio = useStudio();
  const ways = [
    ["Text", () => copyText(studio)],
    ["PNG", () => copyPicture(studio)],
    // a service draws pictures alone
    ...(isStill ? SNIPPETS.map((kind) => [kind, () => copySnippet(studio, kind)] as const) : []),
  ] as const;
  return (
    <fieldset class="copies" aria-label="Copy as">
      {ways.map(([name, copy]) => (
        <button key={name} type="button" class="btn line" disabled={name === "PNG" && !canBePicture} onClick={copy}>
          {name}
        </button>
      ))}
    </fieldset>
  );
};

const SNIPPETS: readonly SnippetKind[] = ["curl", "fetch", "MCP call"];
