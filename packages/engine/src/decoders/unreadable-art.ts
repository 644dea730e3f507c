/** Art that cannot be decoded; its message is a sentence for whoever sent it, and repeats nothing of theirs but numbers. */
export class UnreadableArt extends Error {}
