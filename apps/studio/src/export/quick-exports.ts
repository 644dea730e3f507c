import { queryOf } from "../state/query.ts";
import type { SaveChoice, Studio } from "../state/studio.ts";
import { exportName, gridOf, NO_PNG, possibleChoice, produce } from "./export-file.ts";
import { cannotCopy, copyBlob, copyString, downloads, failureWords, patiently } from "./saving.ts";

/** Copies the art as plain text. */
export const copyText = (studio: Studio): Promise<void> =>
  copyArt(studio, { ...studio.saveChoice.peek(), format: "text" }, async (art) => {
    const { length } = await art.text();
    return `Text copied, ${length.toLocaleString("en-US")} characters`;
  });

/** Copies the art as a PNG at the last saved scale. */
export const copyPicture = (studio: Studio): Promise<void> =>
  copyArt(studio, { ...studio.saveChoice.peek(), format: "png" }, async () => "Picture copied");

const copyArt = async (studio: Studio, wanted: SaveChoice, wordsFor: (art: Blob) => Promise<string>): Promise<void> => {
  const opened = studio.opened.peek();
  if (opened === null) return;
  const options = studio.params.options.peek();
  const choice = possibleChoice(wanted, gridOf(opened, options));
  if (choice === null) return studio.toast(NO_PNG);
  const art = patiently(studio, "Rendering in full", (signal) => produce(studio.worker, options, choice, signal));
  try {
    await copyBlob(choice.format === "png" ? "image/png" : "text/plain", art.then(plain));
    studio.toast(await wordsFor(await art));
  } catch {
    const failure = await art.then(cannotCopy, failureWords);
    if (failure !== null) studio.toast(failure);
  }
};

/** Clipboard types have no parameters. */
const plain = (art: Blob): Blob => new Blob([art], { type: art.type.replace(/;.*/, "") });

/** Saves in the format saved last; initially PNG. */
export const saveAgain = async (studio: Studio): Promise<void> => {
  const opened = studio.opened.peek();
  if (opened === null) return;
  const options = studio.params.options.peek();
  const choice = possibleChoice(studio.saveChoice.peek(), gridOf(opened, options));
  if (choice === null) return studio.toast(NO_PNG);
  const name = exportName(opened.name, choice);
  try {
    const file = await patiently(studio, `Saving ${name}`, (signal) => produce(studio.worker, options, choice, signal));
    await downloads(name)(file);
    studio.toast(`Saved ${name}`);
  } catch (error) {
    const failure = failureWords(error);
    if (failure !== null) studio.toast(failure);
  }
};

/** Opens the device's share sheet with the art as a PNG. */
export const shareArt = async (studio: Studio): Promise<void> => {
  const opened = studio.opened.peek();
  if (opened === null) return;
  const options = studio.params.options.peek();
  const choice = possibleChoice({ ...studio.saveChoice.peek(), format: "png" }, gridOf(opened, options));
  if (choice === null) return studio.toast(NO_PNG);
  try {
    const art = await patiently(studio, "Rendering in full", (signal) =>
      produce(studio.worker, options, choice, signal),
    );
    const file = new File([art], exportName(opened.name, choice), { type: "image/png" });
    await navigator.share({ files: [file] });
  } catch (error) {
    const failure = failureWords(error);
    if (failure !== null) studio.toast(failure);
  }
};

/** Copies the page's URL with the settings. The picture is not included. */
export const copyLink = async ({ params, toast }: Studio): Promise<void> => {
  const link = new URL(location.href);
  link.search = queryOf(params.options.peek());
  link.hash = "";
  await copyString(link.href).then(
    () => toast("Settings link copied (picture not included)"),
    () => toast(cannotCopy()),
  );
};

/** Exports that need no dialog, loaded on demand. */
export const QUICK_EXPORTS = { copyText, copyPicture, copyLink, saveAgain, shareArt };
