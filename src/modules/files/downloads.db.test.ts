import { randomBytes } from "node:crypto";
import { PDFDocument } from "@cantoo/pdf-lib";
import { eq } from "drizzle-orm";
import { strToU8, zipSync } from "fflate";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import type { Person } from "#src/shared/viewer.ts";
import { send, tus, withoutId } from "#tests/support/files.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { sendAsItIs } from "./commands/own-files.ts";
import { downloadFixture } from "./download-fixture.testing.ts";
import { filesOf } from "./queries/files-of.ts";
import { files } from "./tables.ts";

const { runtime, owner, friend, stranger, shared, opened, stateOf, attach, sent, ready } = await downloadFixture();

const get = (person: Person | null, path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(runtime.url + path, {
    method,
    redirect: "manual",
    headers: { ...(person && { cookie: runtime.as(person) }), ...headers },
  });
const photo = (author = "Jane Doe") =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: "#357" } })
    .withExif({ IFD0: { Artist: author } })
    .jpeg()
    .toBuffer();

describe("who gets the bytes", () => {
  test("the owner the original, a friend at the subject a copy without details, everybody else nothing", async () => {
    const bytes = await photo();
    expect(bytes.includes("Jane Doe")).toBe(true);
    const id = await sent(bytes, "photo.jpg");
    expect(Buffer.from(await (await get(owner, `/files/${id}/photo.jpg`)).arrayBuffer()).equals(bytes)).toBe(true);
    const copy = Buffer.from(await (await get(friend, `/files/${id}/photo.jpg`)).arrayBuffer());
    expect(copy.includes("Jane Doe")).toBe(false);
    expect((await sharp(copy).metadata()).width).toBe(600);
    const foreign = await get(stranger, `/files/${id}/photo.jpg`);
    const unknown = await get(stranger, `/files/${newId()}/photo.jpg`);
    expect([foreign.status, withoutId(await foreign.text())]).toEqual([404, withoutId(await unknown.text())]);
    for (const path of [`/files/${id}/photo.jpg`, `/files/${newId()}/photo.jpg`]) {
      expect((await get(null, path)).status).toBe(401);
      const page = await get(null, path, { accept: "text/html,*/*" });
      expect([page.status, page.headers.get("location")]).toEqual([302, `/login?next=${encodeURIComponent(path)}`]);
    }
    expect((await get(owner, `/files/${id}/photo.jpg`, { origin: runtime.url }, "POST")).status).toBe(405);
  });

  test("what a check found is shown to the owner alone, also of files that are not used yet", async () => {
    const [locked, text] = [
      await ready(await send(runtime, owner, { bytes: Buffer.from("{\\rtf1 words}"), name: "a.rtf" })),
      await ready(await send(runtime, owner, { bytes: Buffer.from("words"), name: "a.txt" })),
    ];
    const checks = async (who: Person | null, ids = [locked, text, newId()].join()) =>
      get(who, `/files/checks?ids=${ids}`);
    const found = (await (await checks(owner)).json()) as { id: string }[];
    expect(found.sort((a, b) => (a.id === locked ? -1 : 1) - (b.id === locked ? -1 : 1))).toEqual([
      { id: locked, found: { withheld: expect.stringContaining("author") }, refusal: null },
      { id: text, found: { withheld: null }, refusal: null },
    ]);
    expect(await (await checks(stranger)).json()).toEqual([]);
    expect([(await checks(null)).status, (await checks(owner, "x")).status]).toEqual([401, 422]);
  });

  test("an own file that is attached where its owner sees nothing any more is not found", async () => {
    const id = await ready(await send(runtime, owner, { bytes: Buffer.from("{\\rtf1 words}"), name: "a.rtf" }));
    const hang = (attachedTo: string) => runtime.db.update(files).set({ attachedTo }).where(eq(files.id, id));
    await hang(shared);
    const here = ({ attachedTo }: { attachedTo: string | null }) => attachedTo === shared;
    const upload = (method: string, at: string) => tus(runtime, owner, `/files/${at}`, { method });
    expect((await upload("HEAD", id)).status).toBe(200);
    expect((await upload("DELETE", id)).status).toBe(409);
    expect(await sendAsItIs(ctxFor(runtime, owner), { id }, (place) => !here(place))).toMatchObject({ ok: false });
    await hang(newId());
    for (const method of ["HEAD", "DELETE"]) {
      const [own, unknown] = [await upload(method, id), await upload(method, newId())];
      expect([own.status, withoutId(await own.text())]).toEqual([404, withoutId(await unknown.text())]);
      expect(own.headers.get("upload-metadata")).toBeNull();
    }
    expect(await (await get(owner, `/files/checks?ids=${id}`)).json()).toEqual([]);
    expect(await sendAsItIs(ctxFor(runtime, owner), { id })).toMatchObject({ ok: false, code: "not-found" });
    await hang(shared);
    expect(await sendAsItIs(ctxFor(runtime, owner), { id }, here)).toMatchObject({ ok: true });
    for (const viewer of [owner, friend]) {
      const lines = await filesOf({ db: runtime.db, viewer }, { purpose: "order", subjects: [shared] });
      expect(
        lines.find((line) => line.id === id),
        "both sides see it",
      ).toMatchObject({ asItIs: true, withheld: false });
    }
    await hang(newId());
  });

  test("others get a name without contact details, the owner sees the own one", async () => {
    const id = await sent(Buffer.from("words"), "Essay of maria@holzhausen.example.txt");
    const names = async (who: Person) => {
      const [line] = (await filesOf({ db: runtime.db, viewer: who }, { purpose: "order", subjects: [shared] })).filter(
        (one) => one.id === id,
      );
      const answer = await get(who, `/files/${id}/x`);
      return [line?.name, line?.address, answer.headers.get("content-disposition")].join(" ");
    };
    expect(await names(owner)).toContain("maria@holzhausen.example.txt");
    expect(await names(friend)).not.toContain("holzhausen");
    expect(await names(friend)).toContain("Essay of e-mail address hidden.txt");
    await runtime.db.update(files).set({ attachedTo: newId() }).where(eq(files.id, id));
  });

  test("a file of any name is the file, not its small picture", async () => {
    for (const name of ["thumb", "picture", "small"]) {
      const id = await sent(await photo(), name);
      const answer = await get(owner, `/files/${id}/${name}`);
      expect([name, answer.headers.get("content-type")]).toEqual([name, "image/jpeg"]);
    }
  });

  test("a small picture for those who may see the file", async () => {
    const id = await sent(await photo(), "small.jpg");
    for (const who of [owner, friend]) {
      const answer = await get(who, `/files/${id}/picture?small=1`);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
      expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBeLessThanOrEqual(320);
    }
    expect((await get(stranger, `/files/${id}/picture?small=1`)).status).toBe(404);
    const text = await sent(Buffer.from("words"), "a.txt");
    expect((await get(owner, `/files/${text}/picture?small=1`)).status).toBe(404);
    const paper = await PDFDocument.create();
    paper.addPage([300, 400]);
    const page = await get(friend, `/files/${await sent(await paper.save(), "essay.pdf")}/x?small=1`);
    expect(page.headers.get("content-type")).toBe("image/webp");
    expect(await sharp(Buffer.from(await page.arrayBuffer())).metadata()).toMatchObject({ width: 320, height: 426 });
  });

  test("while it is being checked the friend waits; the owner does not", async () => {
    const id = await sent(Buffer.from("words"), "a.txt");
    await runtime.db.update(files).set({ state: "checking", checkAt: null }).where(eq(files.id, id));
    const answer = await get(friend, `/files/${id}/a.txt`);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([409, "5"]);
    expect((await get(owner, `/files/${id}/a.txt`)).status).toBe(200);
  });

  test("a file whose details cannot be taken out waits for its owner's word", async () => {
    const locked = Buffer.concat([Buffer.from("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "latin1"), randomBytes(5000)]);
    const id = await sent(locked, "old.doc");
    const no = await get(friend, `/files/${id}/old.doc`);
    expect(no.status).toBe(409);
    const [line] = await filesOf({ db: runtime.db, viewer: owner }, { purpose: "order", subjects: [shared] }).then(
      (all) => all.filter((one) => one.id === id),
    );
    expect(line?.refusal).toContain("author");
    expect((await sendAsItIs(ctxFor(runtime, friend), { id })).ok).toBe(false);
    expect((await sendAsItIs(ctxFor(runtime, owner), { id })).ok).toBe(true);
    expect((await get(friend, `/files/${id}/old.doc`)).status).toBe(200);
  });
});

describe("what is never shown in the page", () => {
  const html = Buffer.from("<!doctype html><script>alert(1)</script>");
  const gif = Buffer.concat([Buffer.from("GIF89a/*"), Buffer.from("*/=1;alert(1)")]);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  test.each<[string, string, Uint8Array]>([
    ["HTML", "page.html", html],
    ["HTML named as text", "page.txt", html],
    ["HTML named as a document", "page.docx", html],
    ["SVG", "art.svg", svg],
    ["a script", "x.js", Buffer.from("alert(1)")],
    ["a picture that is a script", "x.gif", gif],
    ["an archive behind a picture", "x.zip", zipSync({ "a.txt": strToU8("x") })],
  ])("%s", async (_name, name, bytes) => {
    const id = await send(runtime, owner, { bytes, name });
    await expect.poll(() => stateOf(id)).not.toBe("checking");
    await attach(owner, [id]);
    for (const who of [owner, friend])
      for (const query of ["", "?view=1"]) {
        const answer = await get(who, `/files/${id}/${name}${query}`);
        const type = answer.headers.get("content-type") ?? "";
        if (answer.status === 200 && name !== "x.gif")
          expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
        expect(type).not.toMatch(/html|svg|javascript|xml/);
        expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
        expect(answer.headers.get("content-security-policy")).toBe(
          "default-src 'none'; frame-ancestors 'none'; sandbox",
        );
        await answer.body?.cancel();
      }
  });

  test("pictures are shown when asked, text and unknown bytes are saved", async () => {
    const id = await sent(await photo(), "photo.jpg");
    const shown = await get(friend, `/files/${id}/photo.jpg?view=1`);
    expect(shown.headers.get("content-disposition")).toMatch(/^inline; /);
    expect(shown.headers.get("content-type")).toBe("image/jpeg");
    expect(shown.headers.get("cache-control")).toBe("private, no-store");
    const text = await sent(Buffer.from("plain words"), "a.txt");
    const saved = await get(friend, `/files/${text}/a.txt?view=1`);
    expect(saved.headers.get("content-disposition")).toMatch(/^attachment; /);
    expect(saved.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  });

  test("the name in the address is decoration; the row's name is sent, safe in a header", async () => {
    const id = await sent(Buffer.from("words"), 'Übung "1"; x=.txt');
    const answer = await get(friend, `/files/${id}/..%2f..%2fevil.html`);
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="U_bung _1_; x=.txt"; filename*=UTF-8''${encodeURIComponent("Übung _1_; x=.txt")}`,
    );
    for (const path of ["/files/..%2f..%2fsecret/x", "/files/%00/x", `/files/${id}%2f../x`, "/files/%252e%252e/x"])
      expect((await get(owner, path)).status, path).toBe(404);
  });
});

describe("ranges", () => {
  const bytes = Buffer.from(randomBytes(150_000).toString("hex"));
  let path = "";
  beforeAll(async () => {
    path = `/files/${await sent(bytes, "data.txt")}/data.txt`;
  });
  test.each<[string, number, number, number]>([
    ["bytes=0-0", 206, 0, 1],
    ["bytes=100-199", 206, 100, 200],
    ["bytes=299999-", 206, 299_999, 300_000],
    ["bytes=-10", 206, 299_990, 300_000],
    ["bytes=0-999999", 206, 0, 300_000],
    ["bytes=-999999", 206, 0, 300_000],
    ["bytes=5-4", 200, 0, 300_000],
    ["bytes=0-1,5-6", 200, 0, 300_000],
    ["lines=0-1", 200, 0, 300_000],
  ])("%s", async (range, status, from, to) => {
    const answer = await get(friend, path, { range });
    expect(answer.status).toBe(status);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(from, to))).toBe(true);
    if (status === 206) expect(answer.headers.get("content-range")).toBe(`bytes ${from}-${to - 1}/300000`);
  });

  test("beyond the end 416; If-Range with another ETag gets the whole; the ETag saves the trip", async () => {
    for (const range of ["bytes=300000-", "bytes=-0"]) {
      const answer = await get(friend, path, { range });
      expect([answer.status, answer.headers.get("content-range")]).toEqual([416, "bytes */300000"]);
    }
    const etag = (await get(friend, path, {}, "HEAD")).headers.get("etag") ?? "";
    expect((await get(friend, path, { range: "bytes=0-9", "if-range": etag })).status).toBe(206);
    expect((await get(friend, path, { range: "bytes=0-9", "if-range": '"old"' })).status).toBe(200);
    expect((await get(friend, path, { "if-none-match": etag })).status).toBe(304);
    const head = await get(friend, path, {}, "HEAD");
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "300000", ""]);
  });
});

describe("long downloads", () => {
  test("come byte for byte to readers of any pace, several at once", async () => {
    const bytes = randomBytes(3_000_000);
    const path = `/files/${await send(runtime, owner, { bytes })}/x`;
    const slow = async () => {
      const parts: Uint8Array[] = [];
      for await (const part of (await get(owner, path)).body ?? []) {
        parts.push(part);
        await new Promise((done) => setImmediate(done));
      }
      return Buffer.concat(parts);
    };
    const fast = async () => Buffer.from(await (await get(owner, path)).arrayBuffer());
    for (const got of await Promise.all([slow(), fast(), slow(), fast()])) expect(got.equals(bytes)).toBe(true);
  });

  test("a reader that goes away leaves no open file behind", async () => {
    const path = `/files/${await send(runtime, owner, { bytes: randomBytes(9_000_000) })}/x`;
    const answer = await get(owner, path);
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    expect(answer.headers.get("x-frame-options")).toBe("DENY");
    await answer.body?.cancel();
    await expect.poll(() => opened.at(-1)?.closed).toBe(true);
  });
});
