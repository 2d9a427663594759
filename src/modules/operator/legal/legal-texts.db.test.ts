import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openSettings } from "#src/platform/settings.ts";
import { pageValuesPlug } from "#tests/support/page-values.ts";
import { createTestRuntime, ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { textPage } from "../pages/pages.ts";
import { plainText } from "../pages/plain-text.ts";
import { siteSetting } from "../settings.ts";
import { legalVersions } from "../tables.ts";
import { keptLegalText } from "./kept-texts.ts";
import { legalText, orderTexts } from "./legal-texts.ts";

const runtime = await forThisFile(
  createTestRuntime({ ports: [pageValuesPlug], now: new Date("2026-12-04T09:00:00Z") }),
);
const versionsNow = async () => {
  const { termsVersion, privacyVersion, fairUseVersion } = (await orderTexts(runtime)).versions;
  return [termsVersion, privacyVersion, fairUseVersion];
};
const publish = async (name: string, text: string | null) => {
  const page = textPage(name);
  if (!page) throw new Error(name);
  await storeSetting(runtime, page.setting, { ...page.setting.default, text });
};

/** Orders keep the version that was accepted: other words are another version. Raise it in the file, and put both here. */
test.each([
  ["terms", "2026-11-3", "5ebd6164"],
  ["privacy-policy", "2026-11-3", "9d3b9860"],
  ["fair-use-promise", "2026-11-1", "9826a2e0"],
])("the shipped words of %s are those of their version", async (name, version, words) => {
  await orderTexts(runtime);
  const rows = await runtime.db.select().from(legalVersions).where(eq(legalVersions.name, name));
  expect(rows).toEqual([expect.objectContaining({ version, digest: expect.stringMatching(`^${words}`) })]);
});

test("a setting that the terms print makes their version, by itself; the old value brings the old version back", async () => {
  const site = await runtime.settings.get(siteSetting);
  await storeSetting(runtime, siteSetting, { ...site, legalName: "Ada Ltd" });
  expect(await versionsNow()).toEqual(["2026-12-1", "2026-12-1", "2026-11-1"]);
  await storeSetting(runtime, siteSetting, site);
  expect(await versionsNow()).toEqual(["2026-11-3", "2026-11-3", "2026-11-1"]);
});

test("another promise is another version of it and of the terms that print it; old ones stay readable", async () => {
  await publish("fair-use-promise", "# We promise\n\n- I learn.\n");
  expect(await versionsNow()).toEqual(["2026-12-2", "2026-11-3", "2026-12-1"]);
  const terms = await legalText(runtime, "terms");
  expect(plainText(terms.page)).toMatch(/Version 2026-12-2\.[\s\S]*version 2026-12-1\):\n\n- I learn\./);
  const guest = ctxFor(runtime);
  const before = await keptLegalText(guest, { name: "terms", version: "2026-11-3" });
  expect(before).toMatchObject({ ok: true, value: { current: false } });
  expect(before.ok && plainText(before.value.page)).toContain("I share no school log-in");
  expect(await keptLegalText(guest, { name: "terms", version: "2026-12-2" })).toMatchObject({
    value: { current: true },
  });
  for (const [name, version] of [
    ["terms", "2026-12-9"],
    ["about", "2026-11-3"],
  ])
    expect(await keptLegalText(guest, { name, version })).toMatchObject({ ok: false, code: "not-found" });
  await publish("fair-use-promise", null);
});

test("two processes that meet new words at once make one version of them", async () => {
  await publish("privacy-policy", "# Privacy\n\nWe keep little.\n");
  const other = { ...runtime, settings: openSettings(runtime.db, runtime.clock) };
  const both = await Promise.all([orderTexts(runtime), orderTexts(other)]);
  expect(both.map(({ versions }) => versions.privacyVersion)).toEqual(["2026-12-2", "2026-12-2"]);
});
