/**
 * Copies what a promise will give. The browser has to be asked within the click or the key press, not when the promise is
 * kept: some refuse what comes later.
 */
export const copyBlob = async (type: "text/plain" | "image/png", coming: Promise<Blob>): Promise<void> => {
  // without a secure page there is no clipboard, and then nobody else takes a rejection
  coming.catch(() => {});
  await navigator.clipboard.write([new ClipboardItem({ [type]: coming })]);
  await coming;
};

/** Copies text that is at hand. */
export const copyString = (text: string): Promise<void> => navigator.clipboard.writeText(text);

/** What to say when copying has failed. */
export const cannotCopy = (): string =>
  isSecureContext ? "The browser did not let this page copy." : "Copying needs a page over https, or on localhost.";
