import { expect, test } from "vitest";
import { isIdentifying } from "./signs-of-people.ts";

test.each([
  ["203.0.113.7", true],
  ["2001:db8::7", true],
  ["127.0.0.1", false],
  ["10.1.2.3", false],
  ["192.168.1.1", false],
  ["172.31.0.1", false],
  ["172.32.0.1", true],
  ["::1", false],
  ["fe80::1", false],
  ["::ffff:127.0.0.1", false],
  ["", false],
  ["unknown", false],
])("%s: %s", (address, telling) => {
  expect(isIdentifying(address)).toBe(telling);
});
