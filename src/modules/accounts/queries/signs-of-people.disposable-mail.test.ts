import { expect, test } from "vitest";
import { usesDisposableMail } from "./signs-of-people.ts";

test.each([
  ["a@mailinator.com", true],
  ["a@sub.mailinator.com", true],
  ["A@YOPMAIL.COM", true],
  ["linh@gmail.com", false],
  ["linh@students.example.edu", false],
  ["linh@mailinator.com.example.org", false],
  // Addresses that forward for good hide somebody's own one: they are none of these.
  ["linh@privaterelay.appleid.com", false],
  ["linh@duck.com", false],
  ["linh@mozmail.com", false],
  ["no address", false],
])("%s: %s", async (address, disposable) => expect(await usesDisposableMail(address)).toBe(disposable));
