/** Whether the keyboard is a Mac's, on which shortcuts are held with Command. */
export const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);
