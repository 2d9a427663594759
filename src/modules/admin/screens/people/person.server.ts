import { redirectDocument } from "react-router";
import {
  type AdminPerson,
  blockPerson,
  changeRole,
  endSessionsOf,
  peopleNeighbours,
  personForAdmin,
  startFactorRemoval,
  startImpersonation,
  startResetFor,
  stopFactorRemoval,
  unblockPerson,
  withProof,
} from "#src/modules/accounts/index.server.ts";
import { addNote, chatSidebar, readChat, waitsOf } from "#src/modules/chat/index.server.ts";
import { adminOrderList, openOfClients, troubleOfClient } from "#src/modules/orders/index.server.ts";
import { codesOfClient, moneyOfClient } from "#src/modules/payments/index.server.ts";
import { adminWriter } from "#src/modules/writing/index.server.ts";
import { answerStep, type PostedStep, type PostedSteps } from "#src/platform/posted-steps.ts";
import { typedIn } from "#src/platform/refused-form.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Outcome, Refusal } from "#src/shared/outcome.ts";
import { capabilities, isFresh, type Person } from "#src/shared/viewer.ts";
import { peopleAddress, peopleListIn, personInList } from "../../domain/people-address.ts";
import { auditOfPerson } from "../../queries/audit-list.ts";
import { signsOfClient } from "../../queries/signs-of-client.ts";
import { again } from "../orders/submit-order-step.server.ts";
import { askedPeople } from "./asked-people.server.ts";

type Found<T> = { ok: true; value: T } | { ok: false };
/** What the admin may see of it, or null: each part asks for its own capability. */
const seen = <T>(found: Found<T>): T | null => (found.ok ? found.value : null);

const ordersShown = 10;

/** What somebody is as a customer. */
async function customerOf(ctx: Ctx, { id, figures }: AdminPerson, openOnly: boolean) {
  if (!figures) return null;
  const [list, open, trouble, money, codes, signs] = await Promise.all([
    adminOrderList(ctx, { group: openOnly ? "open" : "all", client: id }),
    openOfClients(ctx, { clientIds: [id] }),
    troubleOfClient(ctx, { clientId: id }),
    moneyOfClient(ctx, { clientId: id }),
    codesOfClient(ctx, { clientId: id }),
    signsOfClient(ctx, id),
  ]);
  return {
    figures,
    openOnly,
    orders: seen(list)?.rows.slice(0, ordersShown) ?? [],
    open: seen(open)?.get(id),
    trouble: seen(trouble),
    money: seen(money),
    codes: seen(codes),
    signs,
  };
}
export type Customer = NonNullable<Awaited<ReturnType<typeof customerOf>>>;

const messagesShown = 2;

/** The end of somebody's talk with Support, and what Support noted; null without one, and for admins without chat. */
async function chatOf(ctx: Ctx, personId: string) {
  const [page, sidebar, waits] = await Promise.all([
    readChat(ctx, { chatId: personId }),
    chatSidebar(ctx, { chatId: personId }),
    waitsOf(ctx, { personIds: [personId] }),
  ]);
  if (!page.ok || !sidebar.ok) return null;
  const { notes, chat } = sidebar.value;
  const since = seen(waits)?.since.get(personId);
  return {
    messages: page.value.messages.slice(-messagesShown).map(({ id, message, attachmentName, timestamp, mine, by }) => ({
      ...{ id, mine, by, text: message || (attachmentName ?? ""), at: new Date(timestamp) },
    })),
    notes,
    holder: chat.assignedTo,
    wait: since ? { since, targetMs: seen(waits)?.targetMs ?? 0 } : null,
  };
}
export type PersonChat = NonNullable<Awaited<ReturnType<typeof chatOf>>>;

/** The list from which the page was opened, and the people around this one in it. */
async function listAround(ctx: Ctx, request: Request, personId: string) {
  const ask = peopleListIn(new URL(request.url).searchParams);
  if (!ask) return { back: "/admin/people", previous: null, next: null };
  const list = await askedPeople(ctx, { ...ask, older: "", newer: "" });
  const { previous, next } = orPage(await peopleNeighbours(ctx, { personId, list }), request);
  const at = (id: string | null) => id && personInList(ask, id);
  return { back: peopleAddress.to(ask), previous: at(previous), next: at(next) };
}

/** Everything an admin with `people` may see of somebody, for one page; `older` and `newer` walk the audit trail. */
export async function adminPerson(ctx: Ctx, request: Request, admin: Person, personId: string) {
  const person = orPage(await personForAdmin(ctx, { personId }), request);
  const asked = new URL(request.url).searchParams;
  const cursors = Object.fromEntries(
    ["older", "newer"].flatMap((name) => {
      const value = asked.get(name)?.slice(0, 100);
      return value ? [[name, value]] : [];
    }),
  );
  const [trail, customer, chat, writer, list] = await Promise.all([
    auditOfPerson(ctx, { personId: person.id, ...cursors }),
    customerOf(ctx, person, asked.get("orders") === "open"),
    chatOf(ctx, person.id),
    adminWriter(ctx, { personId: person.id }),
    listAround(ctx, request, person.id),
  ]);
  return {
    person,
    customer,
    chat,
    list,
    /** What is known of a writer, also of somebody who was one. */
    writer: seen(writer),
    trail: orPage(trail, request),
    mine: admin.capabilities,
    me: admin.id,
    /** The trail was walked: it stays open. */
    walks: Object.keys(cursors).length > 0,
    /** Only a fresh sign-in changes accounts: without one the page offers no form. */
    fresh: isFresh(admin, ctx.runtime.clock()),
  };
}
export type ShownPerson = Awaited<ReturnType<typeof adminPerson>>;

type Sent = { ctx: Ctx; personId: string; seen: string; typed: Readonly<Record<string, string>> };

const withReason =
  (run: (ctx: Ctx, raw: unknown) => Promise<Outcome<unknown>>): PostedStep<Sent> =>
  ({ ctx, personId, typed: { reason = "" } }) =>
    run(ctx, { personId, reason });

const steps: PostedSteps<Sent> = {
  note: ({ ctx, personId, typed: { text = "" } }) => addNote(ctx, { chatId: personId, text }),
  role: ({ ctx, personId, seen, typed: { reason = "", role = "", ...typed } }) =>
    changeRole(ctx, {
      ...{ personId, seen, reason, role },
      capabilities: capabilities.filter((capability) => typed[`may-${capability}`] === "on"),
    }),
  block: withReason(blockPerson),
  unblock: withReason(unblockPerson),
  reset: withReason(startResetFor),
  "end-all": withReason(endSessionsOf),
  "drop-factors": withReason(startFactorRemoval),
  "keep-factors": withReason(stopFactorRemoval),
  "see-as": async ({ ctx, personId, typed: { reason = "" } }) => {
    const begun = await startImpersonation(ctx, { personId, reason });
    // A whole new page: scripts and data of the admin's own page end with it.
    return begun.ok ? redirectDocument("/dashboard") : begun;
  },
};

/** The step that ends one session: its form is named after it, because each has its own reason. */
function endOne(name: string): PostedStep<Sent> | undefined {
  const [, sessionId] = /^end-([0-9a-f-]{36})$/.exec(name) ?? [];
  if (!sessionId) return undefined;
  return {
    run: ({ ctx, personId, typed: { reason = "" } }) => endSessionsOf(ctx, { personId, reason, sessionId }),
    flash: "end-one",
  };
}

/**
 * Applies the step of a form on a person's page. Done: back to the page, with a message; refused: the page
 * again with everything typed. A proof of identity in the form is checked first.
 */
export async function submitPersonStep(ctx: Ctx, request: Request, personId: string) {
  const form = await request.formData();
  const step = String(form.get("step") ?? "");
  const typed = typedIn(form, step);
  const sent = { personId, seen: String(form.get("seenVersion") ?? ""), typed };
  const refused = (refusal: Refusal) => again(refusal, step, typed, { reason: "Reason" });
  const place = { page: `/admin/people/${personId}`, again: refused, others: endOne(step) };
  return withProof(ctx, request.headers, form, {
    take: (known) => answerStep(steps, step, { ctx: known, ...sent }, place),
    again: refused,
  });
}
