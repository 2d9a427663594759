import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { isFullRun, seed } from "#tests/support/full-run.ts";
import { cleaned, testFolder, written } from "./samples/folder.ts";
import { hugePngHeader, identifyingJpeg } from "./samples/images.ts";
import { docxParts, type Parts, zipped } from "./samples/office.ts";
import { type HostilePart, hostileZip } from "./samples/zip.ts";

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const types: HostilePart = { name: "[Content_Types].xml", data: text("<Types/>") };

/** The same megabyte of zeros, packed, again and again: one deflate stream of any length. */
function zeros(megabytes: number): Uint8Array {
  const block = deflateRawSync(Buffer.alloc(1024 * 1024), { finishFlush: 2 });
  return new Uint8Array(Buffer.concat([...Array<Buffer>(megabytes).fill(block), deflateRawSync(Buffer.alloc(0))]));
}

async function refused(bytes: Uint8Array, mime = docx): Promise<string> {
  const { result, after } = await cleaned(bytes, mime);
  expect(after).toBeNull();
  if (result.result !== "uncleanable") throw new Error(`not refused: ${result.result}`);
  expect(result.reason).toMatch(/^[A-Z].*\.$/);
  return result.code;
}

const laughs = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><lolz>&b;</lolz>`;
const measure = fileURLToPath(new URL("./samples/measure.ts", import.meta.url));

describe("archives that would fill a machine", () => {
  test("100,000 parts, with true and false headers", async () => {
    const many = Array.from({ length: 100_000 }, (_, i) => ({ name: `${i}`, packed: text("") }));
    expect(await refused(hostileZip(many, 0xffff))).toBe("too-large");
    expect(await refused(hostileZip(many.slice(0, 2_001), 3))).toBe("too-large");
    expect(await refused(hostileZip(many.slice(0, 50), 3))).toBe("broken");
  });

  test("10 GB of zeros in 10 MB, with true and false headers, in a document and in a plain archive", async () => {
    const packed = zeros(10 * 1024);
    expect(packed.length).toBeLessThan(12 * 1024 * 1024);
    const real = 10 * 1024 ** 3;
    expect(await refused(hostileZip([types, { name: "word/document.xml", packed, size: real % 2 ** 32 }]))).toBe(
      "too-large",
    );
    expect(await refused(hostileZip([types, { name: "word/document.xml", packed, size: 1000 }]))).toBe("too-large");
    expect(await refused(hostileZip([types, { name: "a", packed, size: 199 * 1024 * 1024 }]))).toBe("too-large");
    expect(await refused(hostileZip([{ name: "a", packed, size: 1000 }]), "application/zip")).toBe("too-large");
  });

  test("more than 100 to 1", async () => {
    expect(await refused(hostileZip([types, { name: "a", data: new Uint8Array(5 * 1024 * 1024) }]))).toBe("too-large");
  });

  test("an archive in an archive (42.zip) stays closed: in a document and in a plain archive", async () => {
    const inner = hostileZip([{ name: "0.dll", packed: zeros(16), size: 2 ** 32 - 1 }]);
    const outer = hostileZip(Array.from({ length: 16 }, (_, i) => ({ name: `lib ${i}.zip`, data: inner })));
    expect(await refused(outer, "application/zip")).toBe("nested");
    expect(await refused(hostileZip([types, { name: "word/embeddings/a.xlsx", data: inner }]))).toBe("nested");
  });

  test("a bomb in an embedded workbook, with true and false headers", async () => {
    const book = {
      name: "xl/workbook.xml",
      data: text('<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>'),
    };
    const withBook = (size: number) => {
      const inner = hostileZip([types, book, { name: "a", packed: zeros(1024), size }]);
      return hostileZip([types, { name: "word/embeddings/a.xlsx", data: inner }]);
    };
    for (const size of [2 ** 30, 190 * 1024 * 1024, 1000]) expect(await refused(withBook(size))).toBe("too-large");
  });

  test("parts that lie over each other", async () => {
    const kernel = { name: "a", data: text("words ".repeat(1000)) };
    expect(await refused(hostileZip([kernel, { ...kernel, at: 0 }]))).toBe("unsafe");
    expect(await refused(hostileZip([kernel, { ...kernel, name: "b", at: 0 }]))).toBe("unsafe");
  });
});

describe("memory and time", () => {
  const bombs: [string, () => Uint8Array | Promise<Uint8Array>, string][] = [
    [
      "10 GB of zeros, lying",
      () => hostileZip([types, { name: "a", packed: zeros(10 * 1024), size: 190 * 1024 * 1024 }]),
      docx,
    ],
    ["nearly 200 MB of zeros in a fitting archive", fitting, docx],
    ["10 GB of zeros in an embedded workbook, lying", embedded, docx],
    [
      "100,000 parts",
      () =>
        hostileZip(
          Array.from({ length: 100_000 }, (_, i) => ({ name: `${i}` })),
          2_000,
        ),
      docx,
    ],
    ["60,000 by 60,000 pixels", hugePngHeader, "image/png"],
    ["entities", async () => zipped({ ...docxParts(await identifyingJpeg()), "word/document.xml": laughs }), docx],
  ];

  const noise = (): HostilePart => ({
    name: "b",
    data: Uint8Array.from({ length: 3 * 1024 * 1024 }, () => Math.floor(Math.random() * 256)),
  });

  /** A part of zeros just below the ratio, because a part that packs badly stands beside it. */
  function fitting(): Uint8Array {
    return hostileZip([types, { name: "a", packed: zeros(195), size: 195 * 1024 * 1024 }, noise()]);
  }

  function embedded(): Uint8Array {
    const book = {
      name: "xl/workbook.xml",
      data: text('<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>'),
    };
    const zero = { name: "a", packed: zeros(10 * 1024), size: 180 * 1024 * 1024 };
    return hostileZip([types, { name: "word/embeddings/a.xlsx", data: hostileZip([types, book, zero]) }, noise()]);
  }

  // Each has a process of its own: a short run measures a third of them, by its seed.
  test.each(bombs.filter((_, at) => isFullRun || (at + seed) % 3 === 0))(
    "%s: at most 50 MB more, given up",
    async (_, make, mime) => {
      const path = written(testFolder(), "bomb", await make());
      const run = spawnSync(process.execPath, [measure, path, mime], { encoding: "utf8", timeout: 110_000 });
      const { result, megabytes } = JSON.parse(run.stdout);
      expect(result).toBe("uncleanable");
      expect(megabytes).toBeLessThan(50);
    },
  );
});

describe("parts with a purpose of their own", () => {
  test.each(["../../x", "word/../../x", "/etc/passwd", "C:\\x", "..\\x", "a\0b"])("the name %j", async (name) => {
    expect(await refused(hostileZip([types, { name, data: text("x") }]))).toBe("unsafe");
  });

  test("a link, a locked part, a part twice, a way of packing we do not know", async () => {
    expect(await refused(hostileZip([types, { name: "a", data: text("/etc/passwd"), mode: 0o120777 }]))).toBe("unsafe");
    expect(await refused(hostileZip([types, { ...types, name: "[content_types].xml" }]))).toBe("unsafe");
    const locked = hostileZip([types]);
    locked[locked.indexOf(0x02, locked.length - 100) + 6] = 1;
    const at = Buffer.from(locked).indexOf("PK\x01\x02");
    locked[at + 8] = 1;
    expect(await refused(locked)).toBe("encrypted");
    const odd = hostileZip([types]);
    odd[Buffer.from(odd).indexOf("PK\x01\x02") + 10] = 99;
    expect(await refused(odd)).toBe("unsupported");
  });

  test("bytes changed on the way, and cut off at any place", async () => {
    const whole = zipped(docxParts(await identifyingJpeg()));
    for (let i = 0; i < whole.length; i += 61) {
      const changed = whole.slice();
      changed[i] = (changed[i] ?? 0) ^ 0xff;
      expect(["cleaned", "uncleanable", "nothing-to-clean"]).toContain((await cleaned(changed, docx)).result.result);
      expect((await cleaned(whole.subarray(0, i), docx)).result.result).toBe("uncleanable");
    }
  });
});

describe("XML that wants more than to be read", () => {
  const withDocument = async (xml: string | Uint8Array, part = "word/document.xml"): Promise<Parts> => ({
    ...docxParts(await identifyingJpeg()),
    [part]: xml,
  });
  const outside = `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>`;

  test.each([laughs, outside, `<!-- ${"-".repeat(100)}x -->${outside}`])("a DOCTYPE is refused: %j", async (xml) => {
    expect(await refused(zipped(await withDocument(xml)))).toBe("unsafe");
    expect(await refused(zipped(await withDocument(xml, "word/theme/theme1.xml")))).toBe("unsafe");
    const wide = new Uint8Array(Buffer.from(`\ufeff${xml}`, "utf16le"));
    expect(await refused(zipped(await withDocument(wide)))).toBe("unsafe");
  });

  test("a tag without end, a nest without bottom, what is not closed or not XML", async () => {
    const noise = Array.from({ length: 400_000 }, (_, i) => ((i * 7919) % 9973).toString(36)).join("");
    expect(await refused(zipped(await withDocument(`<w:document a="${noise}`)))).toBe("unsafe");
    expect(await refused(zipped(await withDocument("<w:p>".repeat(2_000))))).toBe("unsafe");
    for (const xml of ["<w:document>", "<w:document></w:p>", "words", "<document/><document/>", "<a b='>"])
      expect(await refused(zipped(await withDocument(xml))), xml).toBe("broken");
  });
});
