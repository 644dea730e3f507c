import { isIP } from "node:net";

/** An IP address as a number of 32 or 128 bits. */
export type IpNumber = { readonly width: 32 | 128; readonly value: bigint };

/** Parses an address as a resolver or socket may write it; null for anything else, including zone ids. */
export const ipNumber = (text: string): IpNumber | null => {
  const version = text.includes("%") ? 0 : isIP(text);
  if (version === 4) return { width: 32, value: fold(text.split("."), 10, 8n) };
  if (version === 6) return { width: 128, value: fold(sixteenBitGroups(text), 16, 16n) };
  return null;
};

const fold = (parts: readonly string[], radix: 10 | 16, bits: bigint): bigint =>
  parts.reduce((value, part) => (value << bits) | BigInt(Number.parseInt(part, radix)), 0n);

/** The eight groups of a valid IPv6 address, with `::` expanded and a dotted tail converted to two groups. */
const sixteenBitGroups = (text: string): readonly string[] => {
  const [left = [], right = []] = text.split("::").map(groupsOf);
  return [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right];
};

const groupsOf = (part: string): readonly string[] =>
  part === "" ? [] : part.split(":").flatMap((group) => (group.includes(".") ? groupsOfDotted(group) : [group]));

const groupsOfDotted = (dotted: string): readonly string[] => {
  const value = fold(dotted.split("."), 10, 8n);
  return [(value >> 16n).toString(16), (value & 0xffffn).toString(16)];
};
