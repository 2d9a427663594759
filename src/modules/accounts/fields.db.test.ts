import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { textPage } from "#src/modules/operator/pages/pages.ts";
import { must } from "#tests/support/must.ts";
import { pageValuesPlug } from "#tests/support/page-values.ts";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { shownVersions } from "#tests/support/shown-versions.ts";
import { form, good, later, linkIn, mailsTo, shown, start } from "./accounts.testing.ts";
import {
  accountData,
  authHandler,
  confirmEmail,
  personForAdmin,
  register,
  resendConfirmation,
} from "./index.server.ts";
import { people } from "./tables.ts";

const ports = [pageValuesPlug];
const env = { SMTP_URL: "smtp://mail.test", LIMITS_FACTOR: "100" };
const real = await forThisFile(createAccountsRuntime({ mode: "real", now: start, env }));
const demo = await forThisFile(createAccountsRuntime({ mode: "demo", now: start, ports }));
const { termsVersion, privacyVersion } = shownVersions;

const personOf = async (runtime: typeof real, email: string) =>
  (await runtime.db.select().from(people).where(eq(people.email, email)))[0];

const stale: [string, Partial<typeof shown>][] = [
  ["no version", {}],
  ["other terms", { ...shown, termsVersion: "2026-02-1" }],
  ["another privacy policy", { ...shown, privacyVersion: "2026-02-1" }],
  ["the terms alone", { termsVersion: shown.termsVersion }],
];

test.each(stale)("a form with %s makes nothing and sends nothing; the right one does", async (what, sent) => {
  const email = `${what.replaceAll(" ", ".")}@example.test`;
  const texts = { ok: false, code: "conflict", data: { texts: true } };
  expect(await register(ctxFor(real), form(email, sent), shown)).toMatchObject(texts);
  expect(await mailsTo(real, email)).toEqual([]);
  expect(await register(ctxFor(demo), form(email, sent), shown)).toMatchObject(texts);
  expect(await personOf(demo, email)).toBeUndefined();
  must(await register(ctxFor(demo), form(email, shown), shown));
  expect(await personOf(demo, email)).toMatchObject({ ...shown, termsAcceptedAt: start });
});

test("what is wrong with a field is said first", async () => {
  const refused = await register(ctxFor(real), form("first@example.test", { terms: "" }), shown);
  expect(refused).toMatchObject({ code: "invalid", fields: [{ path: "terms" }] });
});

test("the link of the e-mail, also of one that was sent again, makes the account under what the form showed", async () => {
  const email = "linked@example.test";
  const sentAt = real.clock();
  must(await register(ctxFor(real), form(email, shown), shown));
  later(real, 3_600);
  must(await resendConfirmation(ctxFor(real), { email }));
  later(real, 3_600);
  must(await confirmEmail(ctxFor(real), { token: await linkIn(real, email) }));
  expect(await personOf(real, email)).toMatchObject({ ...shown, termsAcceptedAt: sentAt });
});

test("a program names versions of now, or none", async () => {
  const ask = (email: string, sent: object) =>
    authHandler(demo)(
      new Request("http://localhost:3000/api/auth/sign-up/email", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name: "Ada", email, password: good, terms: true, ...sent }),
      }),
    );
  expect((await ask("old@program.test", { termsVersion: "2020-01-1", privacyVersion })).status).toBe(409);
  expect(await personOf(demo, "old@program.test")).toBeUndefined();
  expect((await ask("now@program.test", { termsVersion, privacyVersion })).status).toBe(200);
  expect(await personOf(demo, "now@program.test")).toMatchObject({ termsVersion, privacyVersion });
  expect((await ask("none@program.test", {})).status).toBe(200);
  expect(await personOf(demo, "none@program.test")).toMatchObject({ termsVersion: null, privacyVersion: null });
});

test("the person's own data and the admin's page say which versions, with the way to words that are kept", async () => {
  const before = await personOf(demo, "now@program.test");
  const terms = textPage("terms");
  if (!before || !terms) throw new Error("nobody accepted the terms");
  await storeSetting(demo, terms.setting, { ...terms.setting.default, text: "# Terms\n\nOthers.\n" });
  const files = new Map<string, unknown>();
  for await (const entry of accountData.gather(ctxFor(demo), before))
    if ("rows" in entry) files.set(entry.path, entry.rows);
  expect(files.get("account/profile.json")).toMatchObject({ termsVersion, privacyVersion });
  expect(files.get("account/texts-agreed-to.json")).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: "terms", version: termsVersion, text: expect.stringContaining("Money back") }),
      expect.objectContaining({ name: "privacy-policy", version: privacyVersion }),
    ]),
  );
  const admin = await createPerson(demo, { role: 3 });
  expect(must(await personForAdmin(ctxFor(demo, admin), { personId: before.id })).agreed).toEqual([
    { label: "Terms of service", version: termsVersion, to: `/terms/${termsVersion}` },
    { label: "Privacy policy", version: privacyVersion, to: `/privacy-policy/${privacyVersion}` },
  ]);
});
