import { redirect } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { isOwner } from "#src/modules/accounts/index.ts";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { answerStep, type PostedStep, type PostedSteps } from "#src/platform/posted-steps.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import type { Ctx } from "#src/platform/runtime.ts";
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

type Sent = { ctx: Ctx; text: string; seen: ReturnType<typeof seenFromOutside> };

const checks = checkedThings.map((thing): [string, PostedStep<Sent>] => [
  thing,
  ({ ctx, seen }) => checkNow(ctx, thing, seen),
]);

const steps: PostedSteps<Sent> = {
  ...Object.fromEntries(checks),
  read: async ({ ctx, text }) => {
    const read = await readText(ctx, { text });
    return read.ok ? redirect(read.value, 303) : read;
  },
  prices: ({ ctx }) => acceptPrices(ctx, {}),
  protection: ({ ctx }) => acceptProtection(ctx, {}),
  open: ({ ctx }) => switchShop(ctx, { open: true }),
  close: ({ ctx }) => switchShop(ctx, { open: false }),
};

/** Does the posted step of the guide, and shows `page` again, or the text that was to be read. */
export async function doSetupStep(ctx: Ctx, request: Request, page: string) {
  requireOwner(ctx, request);
  const { step = "", text = "", browser = "" } = await textsOf(request);
  const seen = seenFromOutside(ctx.runtime, {
    browser: browserAnswers.find((one) => one === browser) ?? "",
    forwarded: request.headers.has("x-forwarded-for"),
  });
  return answerStep(steps, step, { ctx, text, seen }, { page, again: (refusal) => refusedForm(refusal) });
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
