import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { generateX25519Identity } from "age-encryption";
import { expect, test } from "vitest";
import { BackupRefused } from "./parts.ts";
import { sealOf, WrongKey } from "./seal.ts";

const [key, other] = [await generateX25519Identity(), await generateX25519Identity()];
const seal = await sealOf([key]);
const closed = (bytes: Buffer) => buffer(Readable.from(seal.close(Readable.from([bytes]))));
const opened = async (bytes: Buffer, by = seal) => buffer(await by.open(Readable.from([bytes]), "a-part"));

test.each([0, 1, 65_535, 65_536, 200_000])("%i bytes come back, and none of them can be read before", async (size) => {
  const bytes = randomBytes(size);
  const written = await closed(bytes);
  expect(written.subarray(0, 22).toString()).toBe("age-encryption.org/v1\n");
  expect(size > 16 && written.includes(bytes.subarray(0, 16))).toBe(false);
  expect(await opened(written)).toEqual(bytes);
});

test("cut at any piece, changed in any place, or with bytes of another part behind: refused", async () => {
  const written = await closed(randomBytes(200_000));
  const changed = (at: number) => {
    const copy = Buffer.from(written);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };
  const header = written.length - 200_000 - 4 * 16;
  const spoiled = [
    ...[10, header, header + 65_552, header + 2 * 65_552, written.length - 1].map((end) => written.subarray(0, end)),
    ...[header + 1, header + 65_600, written.length - 1].map(changed),
    Buffer.concat([written, randomBytes(16)]),
  ];
  for (const bytes of spoiled) await expect(opened(bytes)).rejects.toThrow(BackupRefused);
});

test("an older key behind the new one still opens; another key alone does not, in words", async () => {
  const written = await closed(Buffer.from("words"));
  expect(await opened(written, await sealOf([other, key]))).toEqual(Buffer.from("words"));
  await expect(opened(written, await sealOf([other]))).rejects.toThrow(WrongKey);
});

test("a source that breaks off is no altered backup", async () => {
  const written = await closed(randomBytes(200_000));
  async function* broken() {
    yield written.subarray(0, 100_000);
    throw new Error("The bucket cannot be reached.");
  }
  const reading = async () => buffer(await seal.open(Readable.from(broken()), "a-part"));
  await expect(reading()).rejects.toThrow("The bucket cannot be reached.");
});
