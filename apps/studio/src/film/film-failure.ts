/** Something that keeps a film from being made, in a sentence for people. */
export class ExportFailure extends Error {}
