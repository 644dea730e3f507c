/** A command line that cannot be carried out; its message tells the person who typed it why, a sentence a line. */
export class UsageError extends Error {}
