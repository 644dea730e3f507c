/** What a command line may end with. The help and the reference are made of it. */
export const EXIT = {
  done: { code: 0, says: "everything asked for is done" },
  failed: { code: 1, says: "a file could not be read, drawn, decoded or written; all others were" },
  usage: { code: 2, says: "the command line is wrong; nothing was done" },
  interrupted: { code: 130, says: "interrupted, as by Ctrl+C; no file is left half written" },
} as const satisfies { readonly [name: string]: { readonly code: number; readonly says: string } };
