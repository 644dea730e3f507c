import { BlockList, isIP } from "node:net";
import { Refusal } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPins, isPrivateAddress, isPublicAddress, isSameAddress, PUBLIC_BLOCKS } from "./pins.ts";

describe("pins", () => {
  const pinsTo = async (...answers: string[]) => {
    const pins = createPins(async () => answers, true);
    const looked = await new Promise((resolve) => {
      pins.lookup("spelled.test", { all: true }, (error, list) => resolve(error ?? list));
    });
    return { pins, looked };
  };

  it("pass the checked addresses to the socket in order", async () => {
    const { looked } = await pinsTo("2606:4700::1111", "93.184.216.34", "10.0.0.1");
    expect(looked).toEqual([
      { address: "2606:4700::1111", family: 6 },
      { address: "93.184.216.34", family: 4 },
      { address: "10.0.0.1", family: 4 },
    ]);
  });

  it("refuse a name with one forbidden address, without quoting either", async () => {
    const pins = createPins(async () => ["93.184.216.34", "10.0.0.1"], false);
    const error = await new Promise((resolve) => pins.lookup("spelled.test", { all: true }, resolve));
    expect(error).toMatchObject({
      code: "image_host_failed",
      cause: "host at an address that is not allowed",
    });
  });

  it("pass only the first address if one is requested", async () => {
    const pins = createPins(async () => ["93.184.216.34", "93.184.216.35"], false);
    const looked = await new Promise((resolve) => {
      pins.lookup("spelled.test", {}, (...result) => resolve(result));
    });
    expect(looked).toEqual([null, "93.184.216.34", 4]);
  });

  it("accept only a socket connected to one of the addresses", async () => {
    const { pins } = await pinsTo("2606:4700:0:0::1111", "93.184.216.34");
    expect(pins.faultOf({ remoteAddress: "2606:4700::1111" })).toBeNull();
    expect(pins.faultOf({ remoteAddress: "93.184.216.34" })).toBeNull();
    expect(pins.faultOf({ remoteAddress: "93.184.216.35" })).toMatchObject({ code: "image_host_failed" });
    expect(pins.faultOf({ remoteAddress: "127.0.0.1" })).toMatchObject({ code: "image_host_failed" });
  });

  it("accept no socket before any lookup", () => {
    const pins = createPins(async () => ["93.184.216.34"], true);
    expect(pins.faultOf({ remoteAddress: "93.184.216.34" })).toMatchObject({ code: "image_host_failed" });
  });

  it("treat a closed socket as a failed connection, not as a refusal", async () => {
    const { pins } = await pinsTo("93.184.216.34");
    expect(pins.faultOf({ remoteAddress: undefined })).not.toBeInstanceOf(Refusal);
  });
});

describe("address", () => {
  const PUBLIC = [
    "1.1.1.1",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "93.184.216.34",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "168.63.129.15",
    "168.63.129.17",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.0.1.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2000::1",
    "2001:200::1",
    "2001:4860:4860::8888",
    "2003::1",
    "2606:4700:4700::1111",
    "2a00:1450:4001:81b::200e",
    "3ffe:ffff:ffff:ffff::1",
    "2606:4700::5efe:0:7f00:1",
    "2606:4700:0:5efe::1",
  ];

  /** Addresses of an operator's own network. */
  const PRIVATE = [
    "10.0.0.0",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.0",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "127.255.255.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "192.168.255.255",
    "::1",
    "fc00::1",
    "fd12:3456:789a::1",
    "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
  ];

  /** Addresses that are never fetched, whatever the settings. */
  const NEVER = [
    "0.0.0.0",
    "0.255.255.255",
    "100.100.100.200", // metadata: Alibaba
    "168.63.129.16", // metadata: Azure
    "169.254.0.1",
    "169.254.169.254", // metadata: AWS, Azure, Google
    "169.254.170.2", // metadata: AWS containers
    "169.254.170.23", // metadata: AWS pods
    "192.0.0.1",
    "192.0.0.192", // metadata: Oracle
    "192.0.2.1",
    "192.31.196.1",
    "192.52.193.1",
    "192.88.99.1",
    "192.175.48.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::7f00:1", // compatible
    "::127.0.0.1",
    "::8.8.8.8",
    "::ffff:7f00:1", // mapped
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "::ffff:8.8.8.8",
    "::ffff:0:127.0.0.1", // translated, RFC 2765
    "64:ff9b::7f00:1", // NAT64
    "64:ff9b::169.254.169.254",
    "64:ff9b::808:808",
    "64:ff9b:1::1",
    "64:ff9b:1:a00:1::",
    "100::1", // discard
    "100:0:0:1::1",
    "1fff:ffff::1",
    "2001::1", // Teredo
    "2001:0:4136:e378:8000:63bf:80ff:fffe",
    "2001:2::1", // benchmarks
    "2001:10::1", // ORCHID
    "2001:20::1",
    "2001:1ff:ffff::1",
    "2001:db8::1",
    "2002:7f00:1::", // 6to4
    "2002:a9fe:a9fe::1",
    "2002:808:808::1",
    "2620:4f:8000::1",
    "2606:4700::5efe:7f00:1", // ISATAP
    "2606:4700::5efe:127.0.0.1",
    "2606:4700::200:5efe:a00:1",
    "2606:4700:1:2:0200:5EFE:c0a8:1",
    "2606:4700::100:5efe:a00:1",
    "fd12:3456::5efe:7f00:1",
    "3fff::1",
    "3fff:fff:ffff::1",
    "4000::1",
    "5f00::1", // segment routing
    "fbff::1",
    "fd00:ec2::254", // metadata: AWS
    "fd00:ec2::23",
    "fd20:ce::254", // metadata: Google
    "fe80::1",
    "fe80::a9fe:a9fe",
    "febf::1",
    "fec0::1",
    "ff02::1",
    "ff0e::1",
  ];

  const NOT_ADDRESSES = [
    "",
    "localhost",
    "8.8.8",
    "8.8.8.8 ",
    "0x8.8.8.8",
    "134744072",
    "[2606:4700::1]",
    "2606:4700::1%1",
  ];

  describe("isPublicAddress", () => {
    it.each(PUBLIC)("admits %s", (ip) => {
      expect(isPublicAddress(ip)).toBe(true);
    });

    it.each([...PRIVATE, ...NEVER, ...NOT_ADDRESSES])("refuses %j", (ip) => {
      expect(isPublicAddress(ip)).toBe(false);
    });

    it("agrees with Node's own block list on IPv4 addresses", () => {
      const special = new BlockList();
      for (const cidr of PUBLIC_BLOCKS[0]?.except ?? []) {
        const [base = "", length = ""] = cidr.split("/");
        special.addSubnet(base, Number(length), "ipv4");
      }
      fc.assert(
        fc.property(fc.ipV4(), (ip) => isPublicAddress(ip) !== special.check(ip, "ipv4")),
        { numRuns: 2000, seed: 1918 },
      );
    });

    it("admits no IPv6 address outside global unicast", () => {
      const outside = fc.ipV6().filter((ip) => isIP(ip) === 6 && !/^[23][0-9a-f]{3}:/i.test(ip));
      fc.assert(
        fc.property(outside, (ip) => !isPublicAddress(ip)),
        { numRuns: 2000, seed: 4291 },
      );
    });
  });

  describe("isPrivateAddress", () => {
    it.each(PRIVATE)("admits %s", (ip) => {
      expect(isPrivateAddress(ip)).toBe(true);
    });

    it.each([...PUBLIC, ...NEVER, ...NOT_ADDRESSES])("refuses %j", (ip) => {
      expect(isPrivateAddress(ip)).toBe(false);
    });
  });

  describe("isSameAddress", () => {
    it("ignores spelling", () => {
      expect(isSameAddress("2606:4700:0:0::0001", "2606:4700::1")).toBe(true);
    });

    it("distinguishes IPv4 from IPv6 forms that embed it, and never matches empty addresses", () => {
      expect(isSameAddress("0.0.0.1", "::1")).toBe(false);
      expect(isSameAddress("8.8.8.8", "::ffff:8.8.8.8")).toBe(false);
      expect(isSameAddress("", "")).toBe(false);
    });
  });
});
