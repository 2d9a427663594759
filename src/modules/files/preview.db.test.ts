import { PDFDocument } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { docxOf } from "#src/platform/documents/docx.ts";
import type { Person } from "#src/shared/viewer.ts";
import { drawnPdf } from "#tests/support/drawn-pdf.ts";
import { send } from "#tests/support/files.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { downloadFixture } from "./download-fixture.testing.ts";
import { previewFile } from "./queries/preview-file.ts";

const { runtime, owner, friend, stranger, sent } = await downloadFixture();

const show = (who: Person, id: string) => previewFile(ctxFor(runtime, who), id);
const get = (who: Person | null, path: string) =>
  fetch(runtime.url + path, { redirect: "manual", headers: who ? { cookie: runtime.as(who) } : {} });

async function pdfOf(pages: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (let at = 0; at < pages; at += 1) document.addPage([300, 400]);
  return document.save();
}

describe("a file is shown as our own picture or text of it", () => {
  test("pages of a PDF are WebP pictures, for those who may have the file alone", async () => {
    const id = await sent(Buffer.from(await pdfOf(2)), "paper.pdf");
    const found = await show(friend, id);
    expect(found).toMatchObject({
      ok: true,
      value: { kind: "pages", more: 0, description: expect.stringMatching(/text/) },
    });
    const words = await sent(await drawnPdf("Three words here.", 1, 0), "words.pdf");
    expect(await show(friend, words)).toMatchObject({ value: { kind: "pages", description: "3 words." } });
    const pages = found.ok && found.value.kind === "pages" ? found.value.pages : [];
    expect(pages).toEqual([`/files/${id}/paper.pdf?page=1`, `/files/${id}/paper.pdf?page=2`]);
    const answer = await get(friend, pages[1] ?? "");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    const picture = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([picture.format, picture.width]).toEqual(["webp", 1_200]);
    for (const page of ["3", "0", "-1", "1.5", "x", "1e9"])
      expect((await get(owner, `/files/${id}/paper.pdf?page=${page}`)).status, page).toBe(404);
    expect((await get(stranger, pages[0] ?? "")).status).toBe(404);
    expect((await get(null, pages[0] ?? "")).status).toBe(401);
    expect(await show(stranger, id)).toMatchObject({ ok: false, code: "not-found" });
  });

  test("text is text, and none that hides markup; a picture is shown by its address", async () => {
    const text = "Notes of today: 3 < 4 & 5 > 4.\nSecond line.";
    const id = await sent(Buffer.from(text), "notes.txt");
    expect(await show(friend, id)).toMatchObject({ ok: true, value: { kind: "text", text, more: false } });
    const evil = await sent(Buffer.from("Notes: <script>alert(1)</script>"), "evil.txt");
    expect(await show(friend, evil)).toMatchObject({ ok: true, value: { kind: "none" } });
    const long = await sent(Buffer.from("word ".repeat(20_000)), "long.txt");
    expect(await show(owner, long)).toMatchObject({ ok: true, value: { kind: "text", more: true } });
    const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#357" } })
      .png()
      .toBuffer();
    const picture = await sent(photo, "photo.png");
    const shown = await show(friend, picture);
    expect(shown).toMatchObject({ ok: true, value: { kind: "image", address: `/files/${picture}/photo.png?view=1` } });
    expect((await get(friend, `/files/${picture}/photo.png?view=1`)).headers.get("content-type")).toBe("image/png");
  });

  test("a Word file is the text of it, without its markup", async () => {
    const blocks = [
      { kind: "heading", text: "Sleep & memory" },
      { kind: "paragraph", text: "Two pages on <naps>." },
    ] as const;
    const file = await docxOf({ title: "Essay", author: "A", notes: [], blocks: [...blocks] });
    const id = await sent(Buffer.from(file), "essay.docx");
    const found = await show(friend, id);
    const text = found.ok && found.value.kind === "text" ? found.value.text : "";
    expect(text).toContain("Sleep & memory");
    expect(text).toContain("Two pages on <naps>.");
    expect(text).not.toMatch(/w:|xml|Heading/);
    expect(await show(stranger, id)).toMatchObject({ ok: false, code: "not-found" });
  });

  test("what a browser could run is not shown, and has no pages", async () => {
    const page = await sent(Buffer.from("<!doctype html><html><script>alert(1)</script></html>"), "page.html");
    expect(await show(owner, page)).toMatchObject({ ok: true, value: { kind: "none" } });
    expect((await get(owner, `/files/${page}/page.html?page=1`)).status).toBe(404);
    const text = await sent(Buffer.from("plain"), "a.txt");
    expect((await get(owner, `/files/${text}/a.txt?page=1`)).status).toBe(404);
  });

  test("what cannot be had yet has no preview either", async () => {
    const { id } = { id: await send(runtime, owner, { bytes: Buffer.from("{\\rtf1 words}"), name: "a.rtf" }) };
    expect(await show(friend, id)).toMatchObject({ ok: false, code: "not-found" });
  });
});
