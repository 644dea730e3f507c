import type { SaveChoice, Studio } from "../state/studio.ts";
import { cannotCopy, copyBlob } from "./clipboard.ts";
import { failureWords } from "./failure-words.ts";
import { gridOf } from "./grid-of.ts";
import { patiently } from "./patiently.ts";
import { NO_PNG, possibleChoice } from "./png-size.ts";
import { produce } from "./produce.ts";

/** Copies the art as plain text. */
export const copyText = (studio: Studio): Promise<void> =>
  copyArt(studio, { ...studio.saveChoice.peek(), format: "text" }, async (art) => {
    const { length } = await art.text();
    return `Text copied, ${length.toLocaleString("en-US")} characters`;
  });

/** Copies the art as a PNG, as large as the last one that was saved. */
export const copyPicture = (studio: Studio): Promise<void> =>
  copyArt(studio, { ...studio.saveChoice.peek(), format: "png" }, async () => "Picture copied");

const copyArt = async (studio: Studio, wanted: SaveChoice, wordsFor: (art: Blob) => Promise<string>): Promise<void> => {
  const opened = studio.opened.peek();
  if (opened === null) return;
  const options = studio.params.options.peek();
  const choice = possibleChoice(wanted, gridOf(opened, options));
  if (choice === null) return studio.toast(NO_PNG);
  const art = patiently(studio, "Drawing it in full", (signal) => produce(studio.worker, options, choice, signal));
  try {
    await copyBlob(choice.format === "png" ? "image/png" : "text/plain", art.then(plain));
    studio.toast(await wordsFor(await art));
  } catch {
    const failure = await art.then(cannotCopy, failureWords);
    if (failure !== null) studio.toast(failure);
  }
};

/** A clipboard takes a type without parameters. */
const plain = (art: Blob): Blob => new Blob([art], { type: art.type.replace(/;.*/, "") });
