import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { constants, deflateRawSync, deflateSync } from "node:zlib";
import { PDFDocument, PDFName } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { identifyingGif, identifyingJpeg } from "../samples/images.ts";
import { docxParts, zipped } from "../samples/office.ts";
import { identifyingPdf } from "../samples/pdf.ts";
import { hostileZip } from "../samples/zip.ts";
import { type FileWork, fileWork, workersFor } from "./pool.ts";

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
let folder = "";
const at = (name: string): string => join(folder, name);

/** A document with one long part: 190 MB are many seconds of work, 10 MB about one. */
function longDocument(megabytes: number): Uint8Array {
  const line = Buffer.from(Array.from({ length: 20_000 }, (_, i) => `<w:p w:rsidR="${i * 7919}"/>`).join(""));
  const times = Math.floor((megabytes * 1024 * 1024) / line.length);
  const [start, end] = [Buffer.from(`<w:document xmlns:w="${word}">`), Buffer.from("</w:document>")];
  const piece = (bytes: Buffer) => deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
  const packed = Buffer.concat([piece(start), ...Array<Buffer>(times).fill(piece(line)), deflateRawSync(end)]);
  const data = Buffer.concat([start, ...Array<Buffer>(times).fill(line), end]);
  return hostileZip([
    { name: "[Content_Types].xml", data: new TextEncoder().encode("<Types/>") },
    { name: "word/document.xml", packed: new Uint8Array(packed), data: new Uint8Array(data) },
  ]);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pool-"));
  const photo = await identifyingJpeg();
  writeFileSync(at("essay.docx"), zipped(docxParts(photo)));
  writeFileSync(at("photo.jpg"), photo);
  writeFileSync(at("moving.gif"), await identifyingGif());
  writeFileSync(at("essay.pdf"), await identifyingPdf(photo));
  writeFileSync(at("long.docx"), longDocument(190));
  writeFileSync(at("longer.docx"), longDocument(10));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function using(limits: Parameters<typeof fileWork>[0], run: (work: FileWork) => Promise<void>): Promise<void> {
  const work = fileWork(limits);
  await run(work).finally(work.close);
}

describe("work beside the loop", () => {
  test("hashes, detects, cleans and draws by path", async () => {
    await using({}, async (work) => {
      expect(await work.detect(at("essay.docx"), "essay.docx")).toEqual({
        ok: true,
        value: { mime: docx, kind: "office", agreesWithName: true },
      });
      const cleaned = { ok: true, value: { result: "cleaned" } };
      expect(await work.clean(at("essay.docx"), at("clean.docx"), docx)).toEqual(cleaned);
      expect(await work.clean(at("essay.pdf"), at("clean.pdf"), "application/pdf")).toEqual(cleaned);
      expect(existsSync(at("clean.pdf"))).toBe(true);
      expect(await work.thumbnail(at("photo.jpg"), at("photo.webp"))).toEqual({
        ok: true,
        value: { result: "made", width: 40, height: 60 },
      });
      expect(await sharp(at("photo.webp")).metadata()).toMatchObject({ format: "webp", width: 40, height: 60 });
      expect((await sharp(at("photo.webp")).metadata()).exif).toBeUndefined();
      expect(await work.thumbnail(at("moving.gif"), at("moving.webp"))).toMatchObject({ value: { result: "made" } });
      expect(await work.thumbnail(at("clean.pdf"), at("pdf.webp"))).toEqual({
        ok: true,
        value: { result: "made", width: 320, height: 213 },
      });
      expect(await work.thumbnail(at("essay.docx"), at("docx.webp"))).toEqual({ ok: true, value: { result: "none" } });
      const sha256 = createHash("sha256")
        .update(readFileSync(at("photo.jpg")))
        .digest("hex");
      expect(await work.hash(at("photo.jpg"))).toEqual({ ok: true, value: sha256 });
      await expect(work.hash(at("nowhere"))).rejects.toThrow("ENOENT");
      await expect(work.clean(at("nowhere"), at("x"), docx)).rejects.toThrow("ENOENT");
      expect(await work.clean(at("photo.jpg"), at("photo.clean"), "image/jpeg")).toEqual(cleaned);
    });
  });

  test("a large picture becomes 320 pixels in width", async () => {
    await sharp({ create: { width: 4000, height: 3000, channels: 3, background: "red" } })
      .png()
      .toFile(at("large.png"));
    await using({}, async (work) => {
      expect(await work.thumbnail(at("large.png"), at("large.webp"))).toMatchObject({
        value: { result: "made", width: 320, height: 240 },
      });
    });
  });

  test("the loop stays free while a worker has seconds of work", async () => {
    await using({ workers: 1 }, async (work) => {
      await work.detect(at("photo.jpg"), "photo.jpg");
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      const began = performance.now();
      const answer = await work.clean(at("longer.docx"), at("long.clean"), docx);
      const wholeMs = performance.now() - began;
      delay.disable();
      expect(answer).toMatchObject({ ok: true, value: { result: "cleaned" } });
      expect(delay.percentile(50) / 1e6 / wholeMs, "a busy loop has few and long turns").toBeLessThan(0.1);
    });
  });
});

describe("bounds", () => {
  test("two workers where there are two cores, one core stays free where there are more", () => {
    expect([1, 2, 3, 4, 8].map(workersFor)).toEqual([1, 2, 2, 3, 7]);
  });

  test("a file has 30 seconds of the processor, 120 on the clock, and 512 MB", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    await using({ workers: 1 }, async (work) => {
      expect(work.limits).toEqual({ workers: 1, queue: 64, seconds: 30, megabytes: 512 });
      await work.detect(at("photo.jpg"), "photo.jpg");
      expect(timers.mock.calls.map(([, ms]) => ms)).toContain(120_000);
    });
  });

  test("a file that takes too long is given up, its worker replaced", async () => {
    await using({ workers: 1, seconds: 0.2 }, async (work) => {
      const slow = await work.clean(at("long.docx"), at("slow.clean"), docx);
      expect(slow).toMatchObject({ ok: true, value: { result: "uncleanable", code: "too-slow" } });
    });
    await using({ workers: 1, seconds: 4 }, async (work) => {
      const [slow, next] = await Promise.all([
        work.clean(at("long.docx"), at("slow.clean"), docx),
        work.detect(at("photo.jpg"), "photo.jpg"),
      ]);
      expect(slow).toMatchObject({ value: { code: "too-slow" } });
      expect(next).toMatchObject({ value: { mime: "image/jpeg" } });
    });
  });

  test("a full queue refuses in words; what waits is done", async () => {
    await using({ workers: 1, queue: 2 }, async (work) => {
      const asked = await Promise.all([1, 2, 3, 4, 5].map(() => work.detect(at("photo.jpg"), "photo.jpg")));
      expect(asked.map((answer) => answer.ok)).toEqual([true, true, true, false, false]);
      expect(asked[4]).toMatchObject({ code: "unavailable", retryAfter: 60 });
    });
  });

  test("a PDF that unpacks into more memory than allowed is given up, and what it wrote is gone", async () => {
    const block = deflateRawSync(Buffer.alloc(1024 * 1024, " "), { finishFlush: constants.Z_SYNC_FLUSH });
    const packed = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array<Buffer>(1000).fill(block), deflateRawSync("")]);
    const start = `%PDF-1.5\n1 0 obj\n<</Type/ObjStm/N 1/First 9/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`;
    writeFileSync(at("bomb.pdf"), Buffer.concat([Buffer.from(start), packed, Buffer.from("\nendstream\nendobj\n")]));
    writeFileSync(at("half.pdf"), "half");
    await using({ workers: 1, megabytes: 100 }, async (work) => {
      const answer = await work.clean(at("bomb.pdf"), at("half.pdf"), "application/pdf");
      expect(answer).toMatchObject({ ok: true, value: { result: "uncleanable", code: "too-large" } });
      expect(existsSync(at("half.pdf"))).toBe(false);
    });
  });

  test("a small PDF whose page unpacks twice is given up, and the next file is read", async () => {
    const block = deflateRawSync(Buffer.alloc(1024 * 1024, "1 1 m 9 9 l S "), {
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    const once = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array<Buffer>(700).fill(block), deflateRawSync("")]);
    const document = await PDFDocument.create();
    const page = document.addPage([300, 300]).node;
    const filters = { Filter: ["FlateDecode", "FlateDecode"].map((name) => PDFName.of(name)) };
    page.set(PDFName.of("Contents"), document.context.register(document.context.stream(deflateSync(once), filters)));
    writeFileSync(at("twice.pdf"), await document.save({ useObjectStreams: false }));
    expect(block.length * 700, "packed once").toBeGreaterThan(statSync(at("twice.pdf")).size * 100);
    await using({ workers: 1 }, async (work) => {
      const [read, next] = await Promise.all([
        work.text(at("twice.pdf"), "application/pdf"),
        work.detect(at("photo.jpg"), "photo.jpg"),
      ]);
      expect(read).toMatchObject({ value: { result: "uncleanable", code: "too-large" } });
      expect(next).toMatchObject({ value: { mime: "image/jpeg" } });
    });
  });

  test("closing refuses what waits and what comes", async () => {
    const work = fileWork({ workers: 1 });
    const [first, second] = [work.clean(at("long.docx"), at("a"), docx), work.detect(at("photo.jpg"), "photo.jpg")];
    await work.close();
    expect([await first, await second, await work.detect(at("photo.jpg"), "a")]).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ ok: false, code: "unavailable" })),
    );
  });
});
