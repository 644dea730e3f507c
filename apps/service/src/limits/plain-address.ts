import { type IpNumber, ipNumber } from "../security/ip-number.ts";

/**
 * An address as one number, whichever way it is written: a socket that listens on IPv6 shows its IPv4 peers in the mapped
 * form, and a link-local address may carry a zone. Null for anything that is no address.
 */
export const plainAddress = (text: string): IpNumber | null => {
  const ip = ipNumber(text.replace(/%.*$/s, ""));
  return ip !== null && isMapped(ip) ? { width: 32, value: ip.value & 0xffff_ffffn } : ip;
};

/** Whether an address is an IPv4 one in ::ffff:0:0/96 (RFC 4291, section 2.5.5.2). */
export const isMapped = ({ width, value }: IpNumber): boolean => width === 128 && value >> 32n === 0xffffn;
