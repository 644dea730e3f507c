import { copyPicture, copyText } from "../exports/copy-art.ts";
import { copyLink } from "../exports/copy-link.ts";
import { saveAgain } from "../exports/save-again.ts";

/** The ways out that need no dialog. */
export const OUTLETS = { copyText, copyPicture, copyLink, saveAgain };
