import { copyPicture, copyText } from "../exports/copy-art.ts";
import { copyLink } from "../exports/copy-link.ts";
import { saveAgain } from "../exports/save-again.ts";

/** The ways out that need no dialog. */
export const QUICK_EXPORTS = { copyText, copyPicture, copyLink, saveAgain };
