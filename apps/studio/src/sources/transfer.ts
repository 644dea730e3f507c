/** A file that was dropped or pasted. */
type Transferred = { readonly file: File; readonly name: string };

/** The first picture or video of a drop or of a paste, or else its first file; null where there is no file at all. */
export const fileIn = (transfer: Pick<DataTransfer, "files">): Transferred | null => {
  const files = [...transfer.files];
  const file = files.find(({ type }) => /^(image|video)\//.test(type)) ?? files[0];
  return file === undefined ? null : { file, name: file.name };
};

/** The same of a paste: browsers call a picture that has never been a file "image.png". */
export const pastedIn = (transfer: Pick<DataTransfer, "files">): Transferred | null => {
  const pasted = fileIn(transfer);
  return pasted?.name === "image.png" ? { ...pasted, name: "pasted.png" } : pasted;
};
