import { describe, expect, test } from "vitest";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { legalText } from "#src/modules/operator/legal/legal-texts.ts";
import { shippedText } from "#src/modules/operator/pages/pages.ts";
import { must } from "#tests/support/must.ts";
import { pageValuesPlug } from "#tests/support/page-values.ts";
import { createPerson, withoutSettings } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { comparedParts, countChanges, legalComparison } from "./legal-comparison.ts";
import { changePageDraft, publishPage } from "./page-draft.ts";
import { pageEditor } from "./page-editor.ts";

const runtime = await forThisFile(
  createTestRuntime({ ports: [pageValuesPlug], now: new Date("2026-12-04T09:00:00Z") }),
);
const marta = await createPerson(runtime, { role: 3 });
const admin = ctxFor(runtime, { ...marta, freshAt: runtime.clock() });
await storeSetting(runtime, siteSetting, { ...siteSetting.default, legalName: "Ada Ltd" });
const page = "terms";
const shipped = shippedText(runtime.config.home, page).text;
const compared = async (version?: string) => must(await legalComparison(admin, { page, version }));
const seen = async () => String(must(await pageEditor(admin, { page })).revision);
const type = async (text: string) =>
  must(await changePageDraft(admin, { page, step: "save", seen: await seen(), typed: { text } }));

describe("versions of a text that people accept", () => {
  test("a text as shipped has one version, and nothing to compare it with", async () => {
    const { version } = await legalText(runtime, page);
    const found = await compared();
    expect(found).toMatchObject({ chosen: version, current: version, against: null, drafted: false });
    expect(found.versions.map((one) => one.version)).toEqual([version]);
    expect(found.parts.every(({ changes }) => changes === null)).toBe(true);
  });

  test("a draft is compared with the version that binds, under the name that it would have", async () => {
    const first = (await compared()).current;
    await type(`${shipped}\n## A last part\n\nNew words.\n`);
    const found = await compared();
    expect(found).toMatchObject({ chosen: "draft", against: first, drafted: true, next: "2026-12-1" });
    expect(found.parts.at(-1)).toMatchObject({ title: "A last part", changes: [{ pieces: [{ mark: "added" }] }] });
    must(await publishPage(admin, { page, seen: await seen() }));
    expect((await legalText(runtime, page)).version).toBe("2026-12-1");
    const after = await compared();
    expect(after).toMatchObject({ chosen: "2026-12-1", against: first, current: "2026-12-1", drafted: false });
    expect(after.versions).toMatchObject([
      { version: "2026-12-1", until: null },
      { version: first, until: expect.any(Date) },
    ]);
    expect(await compared(first)).toMatchObject({ chosen: first, against: null });
  });

  test("other pages, unknown versions and others than admins for settings have none", async () => {
    for (const asked of [{ page: "about" }, { page }, { page: "nothing" }])
      expect(await legalComparison(admin, { ...asked, version: "2020-1-1" })).toMatchObject({ code: "not-found" });
    for (const ctx of await withoutSettings(runtime, marta))
      expect(await legalComparison(ctx, { page })).toMatchObject({ code: "not-found" });
  });
});

const text = (parts: Readonly<Record<string, string>>) => ({
  title: "T",
  lede: null,
  blocks: Object.entries(parts).flatMap(([title, words]) => [
    { kind: "heading" as const, level: 2 as const, id: title, of: [title] },
    { kind: "text" as const, of: [words] },
  ]),
});

test("parts are matched by their titles; what is gone stands where it stood", () => {
  const before = text({ One: "You have 7 days to read it.", Gone: "Old words.", Two: "It stays." });
  const parts = comparedParts(before, text({ One: "You have 5 days to read it.", Two: "It stays.", New: "More." }));
  expect(parts.map(({ title, changes }) => [title, changes === null])).toEqual([
    ["One", false],
    ["Gone", false],
    ["Two", true],
    ["New", false],
  ]);
  expect(countChanges(parts)).toEqual({ replaced: 1, added: 1, cut: 1 });
  expect(countChanges(comparedParts(null, before))).toEqual({ replaced: 0, added: 0, cut: 0 });
});

test("a row of a table is a line that is read without its columns, and compared as one", () => {
  const cell = (of: string) => ({ right: false, of: [of] });
  const table = (back: string) => ({
    ...{ title: "T", lede: null },
    blocks: [
      { kind: "heading" as const, level: 2 as const, id: "money", of: ["Money back"] },
      {
        kind: "table" as const,
        head: [cell("When you cancel"), cell("You get back")],
        rows: [
          [cell("before a writer starts"), cell("everything")],
          [cell("later"), cell(back)],
        ],
      },
    ],
  });
  const [part] = comparedParts(table("half of it"), table("a third of it"));
  expect(part?.text).toBe(
    "When you cancel: before a writer starts. You get back: everything.\n\nWhen you cancel: later. You get back: a third of it.",
  );
  expect(part?.text).not.toContain("|");
  const changed = part?.changes?.filter(({ pieces }) => pieces.some(({ mark }) => mark !== "same"));
  expect(changed).toHaveLength(1);
});
