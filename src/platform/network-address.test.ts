import { describe, expect, test } from "vitest";
import { isIn, limitKey, type Network, readAddress, readNetwork } from "./network-address.ts";

const keyOf = (text: string): string | null => {
  const address = readAddress(text);
  return address && limitKey(address);
};

describe("one address has one key, however it is written", () => {
  test.each([
    ["203.0.113.9", "203.0.113.9"],
    [" 203.0.113.9 ", "203.0.113.9"],
    ["203.0.113.9:4711", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["::FFFF:203.0.113.9", "203.0.113.9"],
    ["::ffff:cb00:7109", "203.0.113.9"],
    ["::FFFF:CB00:7109", "203.0.113.9"],
    ["0:0:0:0:0:ffff:203.0.113.9", "203.0.113.9"],
    ["0000:0000:0000:0000:0000:ffff:cb00:7109", "203.0.113.9"],
    ["[::ffff:203.0.113.9]:4711", "203.0.113.9"],
    ["::ffff:203.0.113.9%eth0", "203.0.113.9"],
    ["::ffff:0:203.0.113.9", "203.0.113.9"],
    ["64:ff9b::203.0.113.9", "203.0.113.9"],
    ["64:ff9b::cb00:7109", "203.0.113.9"],
    ["2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2:BBBB::2", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002:0000:0000:0000:0001", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::1]:443", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::1]", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
  ])("%s is %s", (text, key) => expect(keyOf(text)).toBe(key));

  test.each([
    "",
    "unknown",
    "_hidden",
    "localhost",
    "1.2.3",
    "0x7f.0.0.1",
    "1.2.3.256",
    "1.2.3.4.5",
    "1:2",
    ":::",
    "[::1",
    "2001:db8::1::2",
    "__proto__",
    "::ffff:1.2.3.999",
  ])("%j is none", (text) => expect(readAddress(text)).toBeNull());
});

describe("networks", () => {
  const inside = (address: string, network: string): boolean =>
    isIn(readAddress(address) as Network[0], readNetwork(network) as Network);
  test.each([
    ["10.0.0.1", "10.0.0.1", true],
    ["::ffff:10.0.0.1", "10.0.0.1", true],
    ["10.0.0.1", "::FFFF:A00:1", true],
    ["10.0.0.2", "10.0.0.1", false],
    ["10.0.3.2", "10.0.0.0/16", true],
    ["10.1.0.2", "10.0.0.0/16", false],
    ["2001:DB8::5", "2001:db8:0::/48", true],
    ["2001:db8::5", "2001:db8::6", false],
    ["10.0.0.1", "::/0", false],
  ])("%s in %s: %s", (address, network, expected) => expect(inside(address, network)).toBe(expected));

  test.each(["", "proxy.local", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8/8", "::/129"])(
    "%j is none",
    (text) => expect(readNetwork(text)).toBeNull(),
  );
});
