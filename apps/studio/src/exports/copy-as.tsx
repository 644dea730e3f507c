import { useStudio } from "../state/use-studio.ts";
import { copyPicture, copyText } from "./copy-art.ts";
import { copySnippet } from "./copy-snippet.ts";

/** What can go to the clipboard: the art itself, or what makes a service draw it. */
export const CopyAs = ({ canBePicture }: { readonly canBePicture: boolean }) => {
  const studio = useStudio();
  const ways = [
    ["Text", () => copyText(studio)],
    ["PNG", () => copyPicture(studio)],
    ["curl", () => copySnippet(studio, "curl")],
    ["fetch", () => copySnippet(studio, "fetch")],
    ["MCP call", () => copySnippet(studio, "MCP call")],
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
