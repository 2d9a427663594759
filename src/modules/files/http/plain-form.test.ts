import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { FileTooLarge, MalformedForm, readForm } from "./plain-form.ts";

const limits = { fileSize: 1_000_000, fieldSize: 100 };
const type = "multipart/form-data; boundary=x";
const part = (head: string, body: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(body),
    Buffer.from("\r\n"),
  ]);
const formOf = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from("--x--\r\n")]);

async function* chunked(bytes: Buffer, size: number): AsyncIterable<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const read = (source: AsyncIterable<Uint8Array>) =>
  readForm(source, type, limits, async ({ fields, file }) => {
    const pieces: Buffer[] = [];
    for await (const piece of file?.bytes ?? []) pieces.push(piece);
    return { fields: Object.fromEntries(fields), name: file?.name, bytes: Buffer.concat(pieces) };
  });

const bytes = Buffer.concat([randomBytes(5_000), Buffer.from("\r\n--w"), randomBytes(5_000), Buffer.from("\r\n--y")]);
const form = formOf(
  part('name="purpose"', "order"),
  part('name="next"', "/order?a=b"),
  part('name="file"; filename="Über %22uns%22.pdf"', bytes),
);

test("gives back fields and the file, in chunks of any size", async () => {
  for (const size of [1, 7, 64, 4_096, form.length])
    expect(await read(chunked(form, size))).toEqual({
      fields: { purpose: "order", next: "/order?a=b" },
      name: 'Über "uns".pdf',
      bytes,
    });
});

test("cut anywhere, or changed anywhere, it ends in a refusal or in a form, and in nothing else", async () => {
  const ends = (body: Buffer, size: number) =>
    read(chunked(body, size)).then(
      () => true,
      (error: unknown) => error instanceof MalformedForm,
    );
  await fc.assert(
    fc.asyncProperty(
      fc.nat(form.length - 1),
      fc.integer({ min: 1, max: 12_000 }),
      fc.array(fc.tuple(fc.nat(form.length - 1), fc.nat(255)), { maxLength: 4 }),
      async (cut, size, changes) => {
        const body = Buffer.from(form);
        for (const [at, byte] of changes) body[at] = byte;
        expect(await ends(body.subarray(0, cut), size)).toBe(true);
        expect(await ends(body, size)).toBe(true);
      },
    ),
    { numRuns: 150 },
  );
  await expect(read(chunked(form.subarray(0, 300), 50))).rejects.toThrow(MalformedForm);
});

test("fields that are too long, and files that are too large, end it at once", async () => {
  const long = formOf(part('name="next"', "x".repeat(101)), part('name="file"; filename="a"', "b"));
  await expect(read(chunked(long, 1_000))).rejects.toThrow("too long");
  let sent = 0;
  async function* endless(): AsyncIterable<Buffer> {
    yield part('name="file"; filename="a"', "").subarray(0, -2);
    for (; ; sent += 65_536) yield randomBytes(65_536);
  }
  await expect(read(endless())).rejects.toThrow(FileTooLarge);
  expect(sent).toBeLessThan(2_000_000);
});

test("bytes come at the reader's pace, and what the source throws reaches the reader", async () => {
  let sent = 0;
  async function* endless(): AsyncIterable<Buffer> {
    yield part('name="file"; filename="a"', "").subarray(0, -2);
    for (; ; sent += 65_536) yield randomBytes(65_536);
  }
  const nothing = await readForm(endless(), type, { ...limits, fileSize: 1e9 }, async ({ file }) => {
    await new Promise((done) => setTimeout(done, 100));
    return file?.name;
  });
  expect(nothing).toBe("a");
  expect(sent).toBeLessThan(1_000_000);
  const lost = new Error("the sender went away");
  async function* breaking(): AsyncIterable<Buffer> {
    yield form.subarray(0, 4_000);
    throw lost;
  }
  await expect(read(breaking())).rejects.toBe(lost);
  expect(await read(Readable.from([]))).toMatchObject({ fields: {}, bytes: Buffer.alloc(0) });
});
