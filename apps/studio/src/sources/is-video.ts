/** Whether a file begins as videos do: MP4 and QuickTime (ISO/IEC 14496-12), Matroska and WebM (RFC 9559), Ogg (RFC 3533). */
export const isVideo = (bytes: Uint8Array): boolean => {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith("\x1aE\xdf\xa3") || head.startsWith("OggS")) return true;
  const box = head.slice(4, 8);
  return box === "ftyp" ? !STILLS.includes(head.slice(8, 12)) : OLD_BOXES.includes(box);
};

/** Brands of pictures, which are packed in the same boxes. */
const STILLS = ["avif", "avis", "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "crx "];

/** What QuickTime files begin with that are older than `ftyp`. */
const OLD_BOXES = ["moov", "mdat", "wide"];
