import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { eicar, startClamd } from "#fakes/clamd.ts";
import { openClamd } from "./clamd.ts";

const start = async (wishes?: Parameters<typeof startClamd>[0]) => {
  const fake = await startClamd(wishes);
  onTestFinished(() => fake.close());
  return { fake, scanner: openClamd(fake.url) };
};
const stream = (bytes: Buffer) => Readable.from([bytes.subarray(0, 100_000), bytes.subarray(100_000)]);

test("clean bytes are clean, the test sign is found wherever it lies", async () => {
  const { fake, scanner } = await start();
  expect(await scanner.scan(stream(randomBytes(3_000_000)))).toEqual({ infected: false });
  const bad = Buffer.concat([randomBytes(200_000), Buffer.from(eicar), randomBytes(10)]);
  expect(await scanner.scan(stream(bad))).toEqual({ infected: true, name: "Eicar-Test-Signature" });
  expect(fake.scanned()).toBe(2);
});

test("a scanner that refuses the size, is not running or closes the connection is a fault, never a clean file", async () => {
  const { fake, scanner } = await start({ most: 50_000 });
  await expect(scanner.scan(stream(randomBytes(5_000_000)))).rejects.toThrow();
  await fake.close();
  await expect(scanner.scan(stream(randomBytes(10)))).rejects.toThrow();
});
