import type { Case } from "./case.ts";
import type { Zone } from "./names.ts";

/** Private addresses, which a name may have only with the operator's permission. */
const PRIVATE = {
  "this machine": "127.0.0.1",
  "this machine, at the other end of its block": "127.255.255.254",
  "a private network, 10/8": "10.0.0.1",
  "a private network, 172.16/12": "172.16.0.1",
  "a private network, the end of 172.16/12": "172.31.255.255",
  "a private network, 192.168/16": "192.168.1.1",
  "a carrier's network": "100.64.0.1",
  "a carrier's network, its end": "100.127.255.255",
  "this machine, IPv6": "::1",
  "a private network, fc00::/8": "fc00::1",
  "a private network, fd00::/8": "fd12:3456:789a::1",
};

/** Addresses that no name may ever have. */
const NEVER = {
  "any address": "0.0.0.0",
  "this network": "0.1.2.3",
  "link-local": "169.254.0.1",
  "the metadata service of most clouds": "169.254.169.254",
  "the metadata service of containers": "169.254.170.2",
  "the metadata service of pods": "169.254.170.23",
  "the metadata service of Alibaba": "100.100.100.200",
  "the platform endpoint of Azure": "168.63.129.16",
  "the metadata service of Oracle": "192.0.0.192",
  "protocol assignments": "192.0.0.8",
  "documentation, first": "192.0.2.1",
  "documentation, second": "198.51.100.7",
  "documentation, third": "203.0.113.9",
  AS112: "192.31.196.1",
  "AS112, direct": "192.175.48.1",
  AMT: "192.52.193.1",
  "6to4 relays": "192.88.99.1",
  "a benchmark network": "198.18.0.1",
  "a benchmark network, its end": "198.19.255.255",
  multicast: "224.0.0.1",
  "multicast, local": "239.255.255.250",
  reserved: "240.0.0.1",
  broadcast: "255.255.255.255",
  "any address, IPv6": "::",
  "mapped loopback": "::ffff:127.0.0.1",
  "mapped loopback, in hex": "::ffff:7f00:1",
  "mapped metadata": "::ffff:169.254.169.254",
  "mapped private": "::ffff:10.0.0.1",
  "mapped public": "::ffff:93.184.216.34",
  "compatible loopback": "::127.0.0.1",
  "compatible metadata": "::a9fe:a9fe",
  "translated loopback": "::ffff:0:127.0.0.1",
  "NAT64 of loopback": "64:ff9b::7f00:1",
  "NAT64 of metadata": "64:ff9b::169.254.169.254",
  "NAT64 of a public address": "64:ff9b::5db8:d822",
  "local NAT64 of loopback": "64:ff9b:1::7f00:1",
  "local NAT64 of private": "64:ff9b:1:a00:1::",
  "6to4 of loopback": "2002:7f00:1::",
  "6to4 of metadata": "2002:a9fe:a9fe::1",
  "6to4 of private": "2002:c0a8:101::1",
  Teredo: "2001:0:4136:e378:8000:63bf:80ff:fffe",
  "Teredo of loopback": "2001::80ff:fffe",
  "ISATAP of loopback": "2606:4700::5efe:7f00:1",
  "ISATAP of private": "2606:4700::200:5efe:a00:1",
  "ISATAP in a private network": "fd12:3456::5efe:7f00:1",
  ORCHID: "2001:10::1",
  "ORCHID, second": "2001:20::1",
  "a benchmark network, IPv6": "2001:2::1",
  "documentation, IPv6": "2001:db8::1",
  "documentation, IPv6, new": "3fff::1",
  "AS112, IPv6": "2620:4f:8000::1",
  discard: "100::1",
  "segment routing": "5f00::1",
  "not yet assigned": "4000::1",
  "the metadata service of AWS, IPv6": "fd00:ec2::254",
  "the metadata service of Google, IPv6": "fd20:ce::254",
  "link-local, IPv6": "fe80::1",
  "link-local with a zone": "fe80::1%eth0",
  "site-local": "fec0::1",
  "multicast, IPv6": "ff02::1",
  "multicast, IPv6, global": "ff0e::1",
  "no address at all": "localhost",
  "an address with a blank": "93.184.216.34 ",
  "an address in hex": "0x5d.0xb8.0xd8.0x22",
  "an empty text": "",
};

const PUBLIC = "93.184.216.34";
const PUBLIC_6 = "2606:4700:4700::1111";

const named = (url: string, zone: Zone, rest: Omit<Case, "name" | "url" | "zones">, name: string): Case => ({
  name,
  url,
  zones: [zone],
  ...rest,
});

const failing = { ends: "failed", again: "failed", lookups: 2 } as const;

/**
 * Addresses that a trusted name may resolve to. The URL is the same in all of them; only the
 * address is bad.
 */
export const ADDRESS_CASES: readonly Case[] = [
  ...Object.entries({ ...PRIVATE, ...NEVER }).map(([what, address]) =>
    named("https://img.test/picture.png", { "img.test": [address] }, failing, `a name at ${what}`),
  ),
  ...Object.entries(NEVER).map(([what, address]) =>
    named(
      "https://img.test/picture.png",
      { "img.test": [address] },
      { ...failing, allowPrivate: true },
      `a name that may be private, at ${what}`,
    ),
  ),
  ...Object.entries(PRIVATE).map(([what, address]) =>
    named(
      "https://a.cdn.test/picture.png",
      { "a.cdn.test": [address] },
      { ...failing, allowPrivate: true },
      `a name below a suffix, where others may be private, at ${what}`,
    ),
  ),
  ...["https://own.test/picture.png", "https://site.test:444/picture.png"].map((url) =>
    named(
      url,
      { "own.test": ["127.0.0.1"], "site.test": ["10.0.0.1"] },
      { ...failing, allowPrivate: true },
      `a site of ours, where others may be private: ${url}`,
    ),
  ),
];

const at = (answers: readonly string[] | string, rest: Zone = {}): readonly Zone[] => [
  { "img.test": answers, ...rest },
];
const PICTURE = "https://img.test/picture.png";

/** Names with several records, aliases, and names that change. */
export const NAME_CASES: readonly Case[] = [
  { name: "a name that is missing", url: PICTURE, zones: at([]), ...failing },
  { name: "public answers of both kinds", url: PICTURE, zones: at([PUBLIC, PUBLIC_6]), ends: "drawn", lookups: 1 },
  { name: "a public answer, IPv6", url: PICTURE, zones: at([PUBLIC_6]), ends: "drawn", lookups: 1 },
  { name: "a public answer, then loopback", url: PICTURE, zones: at([PUBLIC, "127.0.0.1"]), ...failing },
  { name: "loopback, then a public answer", url: PICTURE, zones: at(["127.0.0.1", PUBLIC]), ...failing },
  {
    name: "two public answers, then metadata",
    url: PICTURE,
    zones: at([PUBLIC_6, PUBLIC, "169.254.169.254"]),
    ...failing,
  },
  { name: "a public answer and a mapped one", url: PICTURE, zones: at([PUBLIC, "::ffff:10.0.0.1"]), ...failing },
  { name: "a public answer and an empty one", url: PICTURE, zones: at([PUBLIC, ""]), ...failing },
  {
    name: "fifty public answers and a private one",
    url: PICTURE,
    zones: at([...Array<string>(50).fill(PUBLIC), "10.1.1.1"]),
    ...failing,
  },
  {
    name: "a name that leads to a public one",
    url: PICTURE,
    zones: at("b.test", { "b.test": [PUBLIC] }),
    ends: "drawn",
    lookups: 1,
  },
  {
    name: "a name that leads to a private one",
    url: PICTURE,
    zones: at("b.test", { "b.test": ["10.0.0.1"] }),
    ...failing,
  },
  {
    name: "a name that leads to a private one by four others",
    url: PICTURE,
    zones: at("b.test", { "b.test": "c.test", "c.test": "d.test", "d.test": "e.test", "e.test": ["192.168.0.1"] }),
    ...failing,
  },
  {
    name: "a name that leads to localhost",
    url: PICTURE,
    zones: at("localhost", { localhost: ["127.0.0.1", "::1"] }),
    ...failing,
  },
  { name: "a name that leads to itself", url: PICTURE, zones: at("img.test"), ...failing },
  { name: "a name that leads to a missing one", url: PICTURE, zones: at("b.test"), ...failing },
  {
    name: "a name that is private the second time it is looked up",
    url: PICTURE,
    zones: [...at([PUBLIC]), ...at(["127.0.0.1"])],
    ends: "drawn",
    again: "drawn",
    lookups: 1,
  },
  {
    name: "a name that is private once its connection has closed",
    url: "https://img.test/closing",
    zones: [...at([PUBLIC]), ...at(["127.0.0.1"])],
    ends: "drawn",
    again: "failed",
    lookups: 2,
  },
  {
    name: "a name that is private for its own redirect",
    url: "https://img.test/closing-to?text=/picture.png",
    zones: [...at([PUBLIC]), ...at(["169.254.169.254"])],
    ends: "failed",
    lookups: 2,
  },
  {
    name: "a name that is public the second time it is looked up",
    url: PICTURE,
    zones: [...at(["127.0.0.1"]), ...at([PUBLIC])],
    ...failing,
    again: "drawn",
  },
  { name: "a network that leads a public address to loopback", url: PICTURE, moved: "127.0.0.1", ...failing },
  { name: "a network that leads a public address to metadata", url: PICTURE, moved: "169.254.169.254", ...failing },
  {
    name: "a network that leads a public address to loopback, IPv6",
    url: PICTURE,
    zones: at([PUBLIC_6]),
    moved: "::1",
    ...failing,
  },
  { name: "a network that leads a public address to another", url: PICTURE, moved: PUBLIC_6, ...failing },
  {
    name: "a network that leads a private host to another",
    url: PICTURE,
    zones: at(["10.0.0.1"]),
    allowPrivate: true,
    moved: "10.0.0.2",
    ...failing,
  },
];
