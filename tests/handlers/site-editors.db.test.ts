import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Demo, openDemo } from "../support/demo.ts";
import { formWith, textOf } from "../support/driver-forms.ts";

// What an admin types or sends that must reach no visitor, through the addresses of the editors and a real socket.

let demo: Demo;
beforeAll(async () => {
  demo = await openDemo();
});
afterAll(() => demo.product.stop());

const read = async (path: string) => (await demo.ask("admin", path)).text();
const public_ = async (path: string) => (await demo.ask(null, path)).text();
const sentBy = async (path: string) => Object.fromEntries(formWith(await read(path), "seen").fields);

/** Types this into the form of an editor and presses a button of it. */
async function press(path: string, typed: Record<string, string>, step: string) {
  const answer = await demo.ask("admin", path, { ...(await sentBy(path)), ...typed, step });
  return { status: answer.status, html: answer.status === 303 ? "" : await answer.text() };
}
const discard = (path: string) => press(path, {}, "discard");

describe("a logo", () => {
  const drawing = (inside: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100">${inside}</svg>`);
  const shape = '<path d="M0 0h400v100z"/>';
  const send = async (name: string, bytes: Buffer) => {
    const form = new FormData();
    for (const [field, value] of Object.entries(await sentBy("/admin/site"))) form.set(field, value);
    form.set("step", "put:light");
    form.set("file-light", new File([new Uint8Array(bytes)], name));
    const answer = await fetch(`${demo.product.url}/admin/site`, {
      ...{ method: "POST", body: form, redirect: "manual" },
      headers: { origin: demo.product.url, cookie: demo.cookies.get("admin") ?? "" },
    });
    return { status: answer.status, html: await answer.text() };
  };
  const bomb = async () => {
    const png = await sharp({ create: { width: 400, height: 100, channels: 4, background: "#00776A" } })
      .png()
      .toBuffer();
    png.writeUInt32BE(40_000, 16);
    png.writeUInt32BE(40_000, 20);
    return png;
  };

  test.each<[string, string, () => Buffer | Promise<Buffer>, RegExp]>([
    ["an SVG of 5 MB", "logo.svg", () => drawing(`<desc>${"x".repeat(5_000_000)}</desc>${shape}`), /Larger than 512/],
    ["a PNG bomb", "logo.png", bomb, /more than 16 million pixels/],
    ["a script alone", "logo.svg", () => drawing("<script>alert(1)</script>"), /This SVG cannot be used/],
    [
      "foreign content alone",
      "logo.svg",
      () => drawing("<foreignObject><p>Words</p></foreignObject>"),
      /This SVG cannot be used/,
    ],
    [
      "a picture of another host alone",
      "logo.svg",
      () => drawing('<image href="https://evil.example/x.png"/>'),
      /This SVG cannot be used/,
    ],
  ])("%s is refused beside its place, and the draft stays", async (_what, name, bytes, words) => {
    const before = await sentBy("/admin/site");
    const { status, html } = await send(name, await bytes());
    expect(status).toBe(422);
    expect(textOf(html)).toMatch(words);
    expect(await sentBy("/admin/site")).toMatchObject({ colour: before.colour });
    expect(await public_("/")).not.toContain("/brand/");
  });

  test.each([
    ["a script", "<script>alert('evil')</script>"],
    ["foreign content", '<foreignObject><p onclick="evil()">evil</p></foreignObject>'],
    ["a picture of another host", '<image href="https://evil.example/x.png"/>'],
    ["a style that loads", "<style>@import url(https://evil.example/x.css);</style>"],
  ])("%s is not kept of a drawing that has one", async (_what, inside) => {
    expect((await send("logo.svg", drawing(inside + shape))).status).toBe(303);
    const [address = ""] = /\/brand\/[0-9a-f]+\.svg/.exec(await read("/admin/site")) ?? [];
    const kept = await public_(address);
    expect(kept).toContain("M0 0h400v100z");
    expect(kept).not.toMatch(/evil|script|foreign|import/i);
    await discard("/admin/site");
  });
});

test("white is no main colour: it is refused in words, and what was typed stays", async () => {
  const { status, html } = await press("/admin/site", { colour: "#FFFFFF" }, "publish");
  expect(status).toBe(422);
  expect(textOf(html)).toContain("Too light for white words. 4.5 is needed.");
  expect(await sentBy("/admin/site")).toMatchObject({ colour: "#FFFFFF" });
  await discard("/admin/site");
});

const long = "word ".repeat(40_000);

describe.each([
  ["a page", "/admin/site/pages/accessibility", "# A page\n\n", "/accessibility"],
  ["an e-mail", "/admin/site/emails/account.reset", "# A title\n\n{{who asked}}\n\n{{button}}\n\n", null],
])("%s", (_what, path, begin, address) => {
  test.each([
    ["a script as an address", "[press](javascript:alert(1))", /javascript:alert\(1\) is not allowed/],
    ["a placeholder in an address", "[press](https://shop.example/{{who asked}})", /placeholder cannot be/i],
    ["200 kB of text", long, /characters\. .*may have|At most|Make it shorter/],
  ])("%s is named, kept and not published", async (_case, more, words) => {
    const before = address && (await public_(address));
    const { status, html } = await press(path, { text: begin + more }, "publish");
    expect(status).toBe(422);
    expect(textOf(html)).toMatch(words);
    expect(formWith(html, "seen").fields.get("text")?.trim(), "nothing typed is lost").toBe((begin + more).trim());
    if (address) expect(textOf(await public_(address))).toBe(textOf(before ?? ""));
    await discard(path);
  });
});

test("raw HTML on a page is published as letters", async () => {
  const path = "/admin/site/pages/accessibility";
  const text = "# A page\n\n<script>alert(1)</script> <b onclick='evil()'>bold</b>\n";
  expect((await press(path, { text }, "publish")).status).toBe(303);
  const html = await public_("/accessibility");
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).not.toMatch(/<script>alert|<b onclick/);
  expect((await press(path, {}, "restore:0")).status).toBe(303);
  expect((await press(path, {}, "publish")).status).toBe(303);
});

test("an e-mail without its button is not published, and keeps what was typed", async () => {
  const path = "/admin/site/emails/account.reset";
  const typed = { subject: "Ours", text: "# A title\n\n{{who asked}}" };
  const { status, html } = await press(path, typed, "publish");
  expect(status).toBe(422);
  expect(textOf(html)).toContain("{{button}}");
  expect(await sentBy(path)).toMatchObject(typed);
  await discard(path);
});

test.each([
  ["a service", "/admin/site/services/essays", "terms", "The shop itself has a page with the address “terms”."],
  [
    "a service",
    "/admin/site/services/essays",
    "term-papers",
    "“term-papers” is the address of your service “Term papers”.",
  ],
  ["a service", "/admin/site/services/essays", "A b/..", /^.*Use small letters, digits/],
])("%s (%s) with the address %j is refused beside it", async (_what, path, slug, words) => {
  const { status, html } = await press(path, { slug }, "publish");
  expect(status).toBe(422);
  expect(textOf(html)).toMatch(words);
  expect(await sentBy(path)).toMatchObject({ slug });
  await discard(path);
});

test("an own page with a listed address is refused beside it", async () => {
  const made = await demo.ask("admin", "/admin/site/pages", { label: "A page of ours", step: "make" });
  const path = made.headers.get("location") ?? "";
  const typed = { text: "# A page\n\nWords.\n", description: "A page of ours.", slug: "terms" };
  const { status, html } = await press(path, typed, "publish");
  expect(status).toBe(422);
  expect(textOf(html)).toContain("The shop itself has a page with the address “terms”.");
  expect(await sentBy(path)).toMatchObject({ slug: "terms" });
});

test.each([
  ["/admin/site/faq", "row:up:1", "Moved in your draft. Visitors see it when you publish."],
  ["/admin/site/faq", "row:add", "Added to your draft. Visitors see it when you publish."],
  ["/admin/site/faq", "row:put:0", "The question is back in its place."],
  ["/admin/site/menu", "row:down:menu:0", "Moved in your draft. Visitors see it when you publish."],
  ["/admin/site/menu", "row:add:quick", "Added to your draft. Visitors see it when you publish."],
  ["/admin/site/menu", "row:remove:quick:0", "It is removed from your draft. Visitors see that when you publish."],
])("%s after %s reads what was done", async (path, step, words) => {
  const answer = await demo.ask("admin", path, { ...(await sentBy(path)), "ask.back": "Is it back?", step });
  const flash = answer.headers.get("set-cookie")?.split(";")[0];
  const headers = { cookie: `${demo.cookies.get("admin")}; ${flash}` };
  const html = await (await fetch(new URL(answer.headers.get("location") ?? "", demo.product.url), { headers })).text();
  expect(textOf(html)).toContain(words);
  await discard(path);
});
