/**
 * Addresses that we refuse and the oracles accept, with the reason. None exists the other way
 * round.
 */
export type Difference = { readonly block: string; readonly why: string };

/** All differences between the guard and the oracles, by block of the IANA registries. */
export const DIFFERENCES: readonly Difference[] = [
  {
    block: "168.63.129.16/32",
    why: "Azure's platform endpoint answers there inside every virtual network; the registry counts it as public.",
  },
  { block: "::/96", why: "IPv4-compatible addresses (RFC 4291, 2.5.5.1) carry any IPv4 address, loopback among them." },
  { block: "::/8", why: "Reserved by the IETF; translators and mapped forms live here, more may come." },
  { block: "100::/8", why: "Reserved by the IETF; discard and dummy prefixes live here." },
  { block: "200::/7", why: "Reserved by the IETF: NSAP mapping, withdrawn (RFC 4048)." },
  { block: "400::/6", why: "Reserved by the IETF: nobody on the public internet is there." },
  { block: "800::/5", why: "Reserved by the IETF: nobody on the public internet is there." },
  { block: "1000::/4", why: "Reserved by the IETF: nobody on the public internet is there." },
  { block: "4000::/3", why: "Reserved by the IETF; segment routing lives here." },
  { block: "6000::/3", why: "Reserved by the IETF: nobody on the public internet is there." },
  { block: "8000::/3", why: "Reserved by the IETF: nobody on the public internet is there." },
  { block: "a000::/3", why: "Reserved by the IETF: nobody on the public internet is there." },
  { block: "c000::/3", why: "Reserved by the IETF: nobody on the public internet is there." },
  { block: "e000::/4", why: "Reserved by the IETF: nobody on the public internet is there." },
  { block: "f000::/5", why: "Reserved by the IETF: nobody on the public internet is there." },
  { block: "f800::/6", why: "Reserved by the IETF: nobody on the public internet is there." },
  { block: "fe00::/9", why: "Reserved by the IETF: nobody on the public internet is there." },
];

/** The one difference that is not a block: it is in the interface identifier, under any prefix. */
export const ISATAP = {
  /** Groups 5 and 6 of the address, without the universal and the group bit of the first. */
  groups: [0x0000, 0x5efe],
  mask: 0xfcff,
  why: "ISATAP addresses (RFC 5214, 6.1) carry any IPv4 address in their last 32 bits.",
};
