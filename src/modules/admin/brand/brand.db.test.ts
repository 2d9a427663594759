import { desc, eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import {
  brandFile,
  brandLinks,
  brandPictures,
  brandSetting,
  mailShop,
  pageBrand,
} from "#src/modules/operator/index.server.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { openSettings, readSetting } from "#src/platform/settings.ts";
import { audit } from "#src/platform/tables.ts";
import { dayMs } from "#src/shared/units.ts";
import { must } from "#tests/support/must.ts";
import { createPerson, withoutSettings } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { siteDrafts } from "../tables.ts";
import {
  brandEditor,
  changeBrandDraft,
  publishBrand,
  putBrandPicture,
  sweepBrandPictures,
  undoBrand,
} from "./brand-draft.ts";

const runtime = await forThisFile(createTestRuntime());
const marta = await createPerson(runtime, { role: 3, name: "Marta Klein" });
const admin = ctxFor(runtime, marta);
const jonas = ctxFor(runtime, await createPerson(runtime, { role: 3, name: "Jonas Berg" }));

const editorOf = async (ctx: Ctx = admin) => must(await brandEditor(ctx, {}));
const type = async (colour: string, ctx: Ctx = admin, step = "save") =>
  changeBrandDraft(ctx, { step, seen: String((await editorOf(ctx)).revision), typed: { colour } });
const publish = async (ctx: Ctx = admin) => publishBrand(ctx, { seen: String((await editorOf(ctx)).revision) });
const publishColour = async (colour: string, ctx: Ctx = admin) => {
  must(await type(colour, ctx));
  return must(await publish(ctx));
};
const textOf = async (of: Runtime, address = "") => {
  const file = await brandFile(of, address.replace("/brand/", ""));
  return file && new TextDecoder().decode(file.bytes);
};

test("a shop as shipped names no style sheet, and its e-mails have the shipped colour", async () => {
  expect(await pageBrand(runtime)).toBeNull();
  expect(await mailShop(runtime)).toMatchObject({ pen: "#263FAF" });
  expect(await editorOf()).toMatchObject({ version: 0, changes: [], versions: [], newer: null });
});

test("a draft changes nothing until it is published; then pages, e-mails and the audit have it, and it is undone", async () => {
  must(await type("#00776A"));
  expect(await pageBrand(runtime)).toBeNull();
  expect(await editorOf()).toMatchObject({ draft: { colour: "#00776A" }, changes: ["main colour"], errors: [] });
  expect((await editorOf(jonas)).others).toMatchObject([{ name: "Marta Klein" }]);
  const version = must(await publish());
  const page = await pageBrand(runtime);
  expect(page?.colour).toBe("#00776A");
  expect(page?.styles).toMatch(new RegExp(`^/brand/${version}-[0-9a-f]{12}\\.css$`));
  expect(await textOf(runtime, page?.styles)).toContain("--color-pen:#00776A");
  expect(await mailShop(runtime)).toMatchObject({ pen: "#00776A" });
  const [entry] = await runtime.db.select().from(audit).where(eq(audit.subject, "brand")).orderBy(desc(audit.at));
  expect(entry).toMatchObject({ actor: marta.id, detail: { after: { colour: "#00776A", number: version } } });
  expect(await editorOf()).toMatchObject({
    changes: [],
    savedAt: null,
    versions: [{ number: version, author: "Marta Klein", value: { colour: "#00776A" } }],
  });
  must(await undoBrand(admin, { version: String(version) }));
  expect(await pageBrand(runtime), "the look as shipped is back").toBeNull();
  expect((await editorOf()).versions).toHaveLength(2);
});

test("another pair of typefaces has a style sheet of its own, and pages name it", async () => {
  const seen = String((await editorOf()).revision);
  must(await changeBrandDraft(admin, { step: "save", seen, typed: { pair: "literata" } }));
  expect(await editorOf()).toMatchObject({ draft: { pair: "literata" }, changes: ["typefaces"], errors: [] });
  const version = must(await publish());
  const page = await pageBrand(runtime);
  expect(page?.fonts).toBe("/fonts/literata.css");
  expect(await textOf(runtime, page?.styles)).toMatch(
    /^:root:root\{--font-display:"Literata".*--font-sans:"Public Sans"/,
  );
  const links = (await brandLinks(runtime))?.flatMap(({ rel, href }) => (rel === "stylesheet" ? [href] : []));
  expect(links).toEqual(["/fonts/literata.css", page?.styles]);
  expect(await textOf(runtime, "/brand/pairs.css")).toContain(".pair-bitter{--font-display:");
  must(await undoBrand(admin, { version: String(version) }));
  expect(await pageBrand(runtime)).toBeNull();
});

test("what is typed is kept also while it is wrong, and is not published", async () => {
  must(await type("#FFFFFF"));
  expect(await editorOf()).toMatchObject({ draft: { colour: "#FFFFFF" }, errors: [{ path: "colour" }] });
  const refused = await publish();
  expect(refused).toMatchObject({
    ok: false,
    code: "invalid",
    fields: [{ path: "colour", message: "Too light for white words. 4.5 is needed." }],
  });
  must(await type("#FFFFFF", admin, "offer"));
  expect((await editorOf()).draft.colour).toBe("#676767");
  must(await changeBrandDraft(admin, { step: "discard", seen: "", typed: {} }));
  expect((await editorOf()).draft.colour).toBe("");
});

test("restoring an older version makes a draft, never a publication", async () => {
  const one = await publishColour("#7A1F1F");
  const two = await publishColour("#C2185B");
  const restored = await changeBrandDraft(admin, { step: `restore:${one}`, seen: "0", typed: {} });
  must(restored);
  expect(await editorOf()).toMatchObject({
    version: two,
    draft: { colour: "#7A1F1F" },
    published: { colour: "#C2185B" },
  });
  expect(await changeBrandDraft(admin, { step: "restore:999", seen: "1", typed: {} })).toMatchObject({
    code: "not-found",
  });
  must(await changeBrandDraft(admin, { step: "discard", seen: "", typed: {} }));
});

test("two admins: the second one's draft is kept and says so, takes the news in, and is published then", async () => {
  must(await type("#00776A"));
  await publishColour("#4527A0", jonas);
  expect(await publish()).toMatchObject({
    ok: false,
    code: "conflict",
    message: expect.stringMatching(/draft is kept/),
  });
  expect(await editorOf()).toMatchObject({
    draft: { colour: "#00776A" },
    newer: { author: "Jonas Berg", both: ["main colour"] },
  });
  must(await type("#00776A", admin, "merge"));
  expect((await editorOf()).newer).toBeNull();
  must(await publish());
  expect((await readSetting(runtime.db, brandSetting)).value.colour).toBe("#00776A");
  expect(await undoBrand(jonas, { version: "1" }), "not the newest any more").toMatchObject({ code: "conflict" });
});

test("two tabs of one person: the older one changes nothing", async () => {
  must(await type("#7A1F1F"));
  const late = await changeBrandDraft(admin, { step: "save", seen: "0", typed: { colour: "#000000" } });
  expect(late).toMatchObject({ ok: false, code: "conflict" });
  expect((await editorOf()).draft.colour).toBe("#7A1F1F");
  must(await changeBrandDraft(admin, { step: "discard", seen: "", typed: {} }));
});

test("another process shows what was published within its second, and has every style sheet that a page names", async () => {
  await publishColour("#7A1F1F");
  const other: Runtime = { ...runtime, settings: openSettings(runtime.db, runtime.clock) };
  const before = await pageBrand(other);
  await publishColour("#C2185B");
  const page = await pageBrand(runtime);
  expect(await pageBrand(other), "read less than a second ago").toEqual(before);
  expect(await textOf(other, page?.styles), "asked by a page of the first one").toContain("--color-pen:#C2185B");
  expect(await textOf(other, before?.styles), "and by a page that is open still").toContain("--color-pen:#7A1F1F");
  runtime.setNow(new Date(runtime.clock().getTime() + 1_001));
  expect(await pageBrand(other)).toEqual(page);
  expect(await other.settings.version(), "what cached pages are keyed by").toBe(await runtime.settings.version());
});

test("a logo and an icon go into the draft, are published with it, and are made into every size", async () => {
  const drawing = (box: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><path d="M0 0h9v9z" onload="alert(1)"/></svg>`,
    );
  const put = async (slot: string, bytes: Buffer) =>
    putBrandPicture(admin, { slot, seen: String((await editorOf()).revision), name: `${slot}.svg`, bytes });
  must(await put("light", drawing("0 0 40 10")));
  must(await put("dark", drawing("0 0 41 10")));
  must(await put("icon", drawing("0 0 10 10")));
  expect(await put("icon", Buffer.from("GIF89a")), "what was refused changes nothing").toMatchObject({
    code: "invalid",
  });
  const { draft, changes } = await editorOf();
  expect(changes).toEqual(["light logo", "dark logo", "icon"]);
  must(await publish());
  const page = await pageBrand(runtime);
  const css = (await textOf(runtime, page?.styles)) ?? "";
  expect(css).toContain(`.wordmark{background-image:url(/brand/${draft.light?.id}.svg);width:128px;`);
  expect(css).toContain(`:root[data-theme="dark"] .wordmark{background-image:url(/brand/${draft.dark?.id}.svg)}`);
  const logo = await textOf(runtime, `/brand/${draft.light?.id}.svg`);
  expect(logo).toContain('viewBox="0 0 40 10"');
  expect(logo).not.toContain("onload");
  expect(await brandFile(runtime, `${draft.light?.id}.png`), "never sent as another kind").toBeNull();
  for (const size of [180, 192, 512]) {
    const file = await brandFile(runtime, `${page?.icons.replace("/brand/", "")}${size}.png`);
    expect(await sharp(file?.bytes).metadata()).toMatchObject({ format: "png", width: size, height: size });
  }
  expect((await mailShop(runtime)).icon).toBeInstanceOf(Uint8Array);
  must(await changeBrandDraft(admin, { step: "remove:dark", seen: "0", typed: {} }));
  must(await publish());
  expect(await textOf(runtime, (await pageBrand(runtime))?.styles)).not.toContain('"dark"] .wordmark');
  for (const ctx of [ctxFor(runtime), ctxFor(runtime, { ...marta, capabilities: [] })])
    expect(
      await putBrandPicture(ctx, { slot: "light", seen: "0", name: "x.svg", bytes: drawing("0 0 9 9") }),
    ).toMatchObject({
      code: "not-found",
    });
});

test("pictures of discarded drafts are removed after a week; those that something names, and new ones, stay", async () => {
  const put = async (width: number) => {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 10"><path d="M0 0h9v9z"/></svg>`;
    const seen = String((await editorOf()).revision);
    must(await putBrandPicture(admin, { slot: "light", seen, name: "logo.svg", bytes: Buffer.from(drawing) }));
    return (await editorOf()).draft.light?.id ?? "";
  };
  const age = () =>
    runtime.db.update(brandPictures).set({ createdAt: new Date(runtime.clock().getTime() - 8 * dayMs) });
  const there = async () => (await runtime.db.select({ id: brandPictures.id }).from(brandPictures)).map(({ id }) => id);
  const before = await there();
  const published = await put(50);
  must(await publish());
  const [replaced, discarded] = [await put(51), await put(52)];
  const drafted = await put(53);
  await age();
  const fresh = await put(54);
  await put(53);
  await sweepBrandPictures.run(runtime);
  expect((await there()).sort()).toEqual([...before, published, drafted, fresh].sort());
  await age();
  must(await changeBrandDraft(admin, { step: "discard", seen: "0", typed: {} }));
  await sweepBrandPictures.run(runtime);
  expect((await there()).sort(), `${replaced} and ${discarded} went before`).toEqual([...before, published].sort());
});

test("without an icon of its own a shop has the product's mark in its colour", async () => {
  const { version } = await editorOf();
  must(await changeBrandDraft(admin, { step: "restore:0", seen: "0", typed: {} }));
  must(await type("#00776A"));
  must(await publish());
  const page = await pageBrand(runtime);
  expect(page).toMatchObject({ ownMark: false });
  const file = await brandFile(runtime, `${page?.icons.replace("/brand/", "")}192.png`);
  const { data, info } = await sharp(file?.bytes).raw().toBuffer({ resolveWithObject: true });
  const middle = (20 * info.width + 96) * info.channels;
  expect([...data.subarray(middle, middle + 3)]).toEqual([0x00, 0x77, 0x6a]);
  expect((await editorOf()).version).toBe(version + 1);
});

test("a style sheet of another making is for once, and one of no version is not there", async () => {
  const { number } = (await readSetting(runtime.db, brandSetting)).value;
  expect(await brandFile(runtime, `${number}-000000000000.css`)).toMatchObject({ lasting: false });
  for (const name of ["999-000000000000.css", "x.css", "../1-000000000000.css", ""])
    expect(await brandFile(runtime, name)).toBeNull();
});

test("only admins with the right for settings see, change, publish or undo it", async () => {
  const strangers = await withoutSettings(runtime, marta);
  const before = await readSetting(runtime.db, brandSetting);
  for (const ctx of strangers)
    for (const refused of [
      await brandEditor(ctx, {}),
      await changeBrandDraft(ctx, { step: "save", seen: "0", typed: { colour: "#000000" } }),
      await publishBrand(ctx, { seen: "0" }),
      await undoBrand(ctx, { version: String(before.version) }),
    ])
      expect(refused).toMatchObject({ ok: false, code: "not-found" });
  expect(await readSetting(runtime.db, brandSetting)).toEqual(before);
  expect(await runtime.db.select().from(siteDrafts)).toEqual([]);
});
