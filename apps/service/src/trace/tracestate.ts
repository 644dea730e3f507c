import { trimBlanks } from "./trim-blanks.ts";

/**
 * The `tracestate` to pass on, from all headers of that name in their order; empty when there is none or it is malformed
 * (W3C Trace Context level 2, section 3.3). Of members with one key the first, which is the newest, stays.
 */
export const acceptTracestate = (headers: readonly string[]): string => {
  const members = readMembers(headers);
  const withoutLong = shed(members, (member) => member.length > LONG_MEMBER);
  return shed(withoutLong, () => true).join(",");
};

/** Members that a list may hold; a longer list is malformed. */
const MAX_MEMBERS = 32;

/** Characters of the combined header that are passed on: what every receiver has to take. */
const MAX_LENGTH = 512;

/** A member longer than this goes first when the whole is too long. */
const LONG_MEMBER = 128;

/** Key and value of a trimmed member: the value is printable ASCII without `,` and `=`. */
const MEMBER = /^([a-z0-9][a-z0-9_\-*/@]{0,255})=[ -+\--<>-~]{1,256}$/;

/** Members by distinct key, or none where any of them breaks the grammar: a list is believed whole or not at all. */
const readMembers = (headers: readonly string[]): readonly string[] => {
  const byKey = new Map<string, string>();
  let count = 0;
  for (const member of eachMember(headers)) {
    const key = MEMBER.exec(member)?.[1];
    if (key === undefined || ++count > MAX_MEMBERS) return [];
    if (!byKey.has(key)) byKey.set(key, member);
  }
  return [...byKey.values()];
};

/** Trimmed members in order; the grammar allows empty ones, which mean nothing. */
function* eachMember(headers: readonly string[]): Generator<string> {
  for (const header of headers) {
    for (const piece of header.split(",")) {
      const member = trimBlanks(piece);
      if (member !== "") yield member;
    }
  }
}

/** Drops whole droppable members from the end (the oldest) until the rest fits. */
const shed = (members: readonly string[], droppable: (member: string) => boolean): readonly string[] => {
  let length = members.reduce((sum, member) => sum + member.length + 1, -1);
  const kept: string[] = [];
  for (const member of members.toReversed()) {
    if (length > MAX_LENGTH && droppable(member)) length -= member.length + 1;
    else kept.push(member);
  }
  return kept.reverse();
};
