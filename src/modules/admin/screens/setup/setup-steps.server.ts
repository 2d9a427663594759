import { redirect } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { isOwner } from "#src/modules/accounts/index.ts";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { notFound, type Outcome } from "#src/shared/outcome.ts";
import type { Person } from "#src/shared/viewer.ts";
import { browserAnswers, seenFromOutside } from "../../setup/checks.ts";
import { acceptPrices, acceptProtection, checkNow, readText, switchShop } from "../../setup/commands.ts";
import { checkedThings } from "../../setup/facts.ts";
import { senderRecords } from "../../setup/sender-records.ts";

/** The set-up guide belongs to the owner; other admins go to the overview. */
export function requireOwner(ctx: Ctx, request: Request): Person {
  const person = requireAdmin(ctx, request);
  if (!isOwner(person)) throw redirect("/admin");
  return person;
}

/** Does the posted step of the guide, and shows `page` again, or the text that was to be read. */
export async function doSetupStep(ctx: Ctx, request: Request, page: string) {
  requireOwner(ctx, request);
  const { step = "", text = "", browser = "" } = await textsOf(request);
  if (step === "read") {
    const read = await readText(ctx, { text });
    return read.ok ? redirect(read.value, 303) : refusedForm(read);
  }
  const seen = seenFromOutside(ctx.runtime, {
    browser: browserAnswers.find((one) => one === browser) ?? "",
    forwarded: request.headers.has("x-forwarded-for"),
  });
  const checks = checkedThings.map((thing) => [thing, () => checkNow(ctx, thing, seen)] as const);
  const steps: Readonly<Record<string, () => Promise<Outcome<unknown>>>> = {
    ...Object.fromEntries(checks),
    prices: () => acceptPrices(ctx, {}),
    protection: () => acceptProtection(ctx, {}),
    open: () => switchShop(ctx, { open: true }),
    close: () => switchShop(ctx, { open: false }),
  };
  const taken = await (Object.hasOwn(steps, step) ? steps[step] : undefined)?.();
  return taken?.ok ? redirectWithFlash(page, step) : refusedForm(taken ?? notFound());
}

const selectorForm = /^[a-z0-9]+(?:[.-][a-z0-9]+)*$/i;

/** What the name server says of the sender's domain; a selector that can be none is refused beside its field. */
export async function lookUpSender({ runtime }: Ctx, typed: string) {
  const selector = typed.trim().slice(0, 120);
  if (selector !== "" && !selectorForm.test(selector))
    return { selector, wrong: "A selector has letters, digits, points and hyphens, such as mail2026." };
  const { smtpUrl, mailFrom } = runtime.config;
  const { email } = await runtime.settings.get(siteSetting);
  return { selector, records: (await senderRecords({ mailFrom, smtpUrl, contact: email, selector })) ?? [] };
}
