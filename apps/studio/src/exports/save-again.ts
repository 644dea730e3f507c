import type { Studio } from "../state/studio.ts";
import { failureWords } from "./failure-words.ts";
import { fileName } from "./file-name.ts";
import { gridOf } from "./grid-of.ts";
import { patiently } from "./patiently.ts";
import { NO_PNG, possibleChoice } from "./png-size.ts";
import { produce } from "./produce.ts";
import { downloads } from "./save-target.ts";

/** Saves the art in the format that was saved last; at first that is a PNG. */
export const saveAgain = async (studio: Studio): Promise<void> => {
  const opened = studio.opened.peek();
  if (opened === null) return;
  const options = studio.params.options.peek();
  const choice = possibleChoice(studio.saveChoice.peek(), gridOf(opened, options));
  if (choice === null) return studio.toast(NO_PNG);
  const name = fileName(opened.name, choice);
  try {
    const file = await patiently(studio, `Saving ${name}`, (signal) => produce(studio.worker, options, choice, signal));
    await downloads(name)(file);
    studio.toast(`Saved ${name}`);
  } catch (error) {
    const failure = failureWords(error);
    if (failure !== null) studio.toast(failure);
  }
};
