/** A CIDR block less some parts of it: the shape of a Kubernetes NetworkPolicy's `ipBlock`. */
export type AddressBlock = { readonly cidr: string; readonly except: readonly string[] };

/**
 * Addresses on the public internet, after the IANA special-purpose registries. IPv6 is allowed by class: outside global
 * unicast lie the mapped, NAT64, unique-local, link-local and multicast forms, and no list of them would stay complete.
 */
export const PUBLIC_BLOCKS: readonly AddressBlock[] = [
  {
    cidr: "0.0.0.0/0",
    except: [
      "0.0.0.0/8", // this host
      "10.0.0.0/8", // private, RFC 1918
      "100.64.0.0/10", // carrier-grade NAT, RFC 6598
      "127.0.0.0/8", // loopback
      "168.63.129.16/32", // Azure's platform endpoint, inside each of its virtual networks
      "169.254.0.0/16", // link-local: metadata services of most clouds
      "172.16.0.0/12", // private, RFC 1918
      "192.0.0.0/24", // IETF protocol assignments, Oracle's metadata service among them
      "192.0.2.0/24", // documentation
      "192.31.196.0/24", // AS112
      "192.52.193.0/24", // AMT
      "192.88.99.0/24", // 6to4 relays, withdrawn
      "192.168.0.0/16", // private, RFC 1918
      "192.175.48.0/24", // AS112
      "198.18.0.0/15", // benchmarks
      "198.51.100.0/24", // documentation
      "203.0.113.0/24", // documentation
      "224.0.0.0/4", // multicast
      "240.0.0.0/4", // reserved, broadcast
    ],
  },
  {
    cidr: "2000::/3",
    except: [
      "2001::/23", // IETF protocol assignments, Teredo among them
      "2001:db8::/32", // documentation
      "2002::/16", // 6to4: carries any IPv4 address
      "2620:4f:8000::/48", // AS112
      "3fff::/20", // documentation
    ],
  },
];

/**
 * Addresses where an operator may run an image store of their own. Link-local is not among them, nor are the metadata
 * services that clouds put inside private ranges: nobody keeps pictures there.
 */
export const PRIVATE_BLOCKS: readonly AddressBlock[] = [
  { cidr: "10.0.0.0/8", except: [] },
  { cidr: "100.64.0.0/10", except: ["100.100.100.200/32"] }, // Alibaba's metadata service
  { cidr: "127.0.0.0/8", except: [] },
  { cidr: "172.16.0.0/12", except: [] },
  { cidr: "192.168.0.0/16", except: [] },
  { cidr: "::1/128", except: [] },
  { cidr: "fc00::/7", except: ["fd00:ec2::/32", "fd20:ce::/32"] }, // metadata services of AWS, of Google
];
