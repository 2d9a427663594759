import { findPeople } from "#src/modules/accounts/index.server.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { pseudonymsOf } from "#src/modules/writing/index.server.ts";
import { refusedForm } from "#src/platform/refused-form.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { counted } from "#src/shared/counted.ts";
import { invalid, notFound, type Outcome, type RefusedForm } from "#src/shared/outcome.ts";
import { minuteMs } from "#src/shared/units.ts";
import { type AdminWith, nameFor } from "#src/shared/viewer.ts";
import { closeChat, inboxCounts, readInbox, reopenChat, serviceSetting } from "../index.server.ts";
import { readAsk } from "./labels.ts";

async function linesOf(ctx: Ctx, request: Request, person: AdminWith<"chat">, ask: ReturnType<typeof readAsk>) {
  const { tab, from, search, after } = ask;
  const found = orPage(await readInbox(ctx, { tab, from, search, ...(after && { after }) }), request);
  const talks = found.lines.filter((line) => line.kind === "chat");
  const held = talks.flatMap(({ assignedTo }) => assignedTo ?? []);
  const ids = talks.map(({ id }) => id);
  const [names, writers] = await Promise.all([
    findPeople(ctx.runtime.db, [...held, ...ids]),
    pseudonymsOf(ctx.runtime.db, person, ids),
  ]);
  const lines = found.lines.map((line) =>
    line.kind === "enquiry"
      ? line
      : {
          ...line,
          /** The pseudonym of who writes for clients now. */
          writer: names.get(line.id)?.role === 2 ? (writers.get(line.id) ?? "writer") : null,
          holder: line.assignedTo ? (names.get(line.assignedTo)?.name ?? null) : null,
        },
  );
  return { lines, older: found.older };
}

/** The list at the left, as its address asks for it: three statements, however many lines. */
export async function inboxList(ctx: Ctx, request: Request, person: AdminWith<"chat">) {
  const ask = readAsk(new URL(request.url).searchParams);
  const [list, counts, clock, { firstReplyMinutes }] = await Promise.all([
    linesOf(ctx, request, person, ask),
    inboxCounts(ctx, {}),
    readerClock(ctx, person),
    ctx.runtime.settings.get(serviceSetting),
  ]);
  return {
    ask,
    list,
    counts: orPage(counts, request),
    me: person.id,
    ...clock,
    targetMs: firstReplyMinutes * minuteMs,
  };
}
export type InboxList = Awaited<ReturnType<typeof inboxList>>;

/** `left`: the chats that stay as they are; `closed`: those that can be opened again. */
type Closing = {
  message: string;
  left: readonly { id: string; name: string; why: string }[];
  closed: readonly string[];
};
export type CloseAnswer = RefusedForm & { result: Closing | null };

/** So many chats are taken in one step. */
const most = 200;
type Chosen = { chatId: string; seen: string };

/** The open chats that fit the list; `seen` is when the list was read. */
async function allOf(ctx: Ctx, { url }: Request, seen: string): Promise<Chosen[]> {
  const { tab, from, search } = readAsk(new URL(url).searchParams);
  const found: Chosen[] = [];
  let after: string | null = "";
  while (after !== null && found.length < most) {
    const list: Awaited<ReturnType<typeof readInbox>> = await readInbox(ctx, {
      tab,
      from,
      search,
      ...(after && { after }),
    });
    if (!list.ok) break;
    for (const line of list.value.lines)
      if (line.kind === "chat" && line.state === "open") found.push({ chatId: line.id, seen });
    after = list.value.older;
  }
  return found.slice(0, most);
}

const textsAt = (form: FormData, name: string): string[] =>
  form.getAll(name).filter((value) => typeof value === "string");

/** The chats whose boxes were checked, each with its last message that was seen; or all of the list. */
async function chosenIn(ctx: Ctx, request: Request, form: FormData): Promise<Chosen[]> {
  const [all] = textsAt(form, "all");
  if (all) return allOf(ctx, request, all);
  return textsAt(form, "chat")
    .slice(0, most)
    .map((value) => {
      const [chatId = "", seen = ""] = value.split(" ");
      return { chatId, seen };
    });
}

/** One chat after the other, each in a transaction of its own; `same`: why one is left that was so before. */
async function forEach<C extends { chatId: string }>(
  ctx: Ctx,
  chosen: readonly C[],
  one: (chat: C) => Promise<Outcome<{ changed: boolean }>>,
  same: string,
) {
  const taken: string[] = [];
  const left: { id: string; why: string }[] = [];
  for (const chat of chosen) {
    const { chatId: id } = chat;
    const answer = await one(chat);
    if (!answer.ok) left.push({ id, why: answer.message });
    else if (answer.value.changed) taken.push(id);
    else left.push({ id, why: same });
  }
  const names = await findPeople(
    ctx.runtime.db,
    left.map(({ id }) => id),
  );
  return {
    taken,
    left: left.map((each) => ({
      ...each,
      name: nameFor(ctx.viewer, each.id, names.get(each.id)?.name ?? "A former account"),
    })),
  };
}

const resultText = ({ length }: readonly string[], what: string): string =>
  length === 0 ? `No chat is ${what}.` : `${counted(length, "chat")} ${length === 1 ? "is" : "are"} ${what}.`;

const answered = (result: Closing): CloseAnswer => ({ errors: {}, values: {}, result });

/** A step of the list: closes the chosen chats, or opens again what was just closed. What is refused stays chosen. */
export async function submitListStep(ctx: Ctx, request: Request) {
  const form = await request.formData();
  const [step] = textsAt(form, "step");
  if (step === "open-again") {
    const closed = textsAt(form, "closed")
      .slice(0, most)
      .map((chatId) => ({ chatId }));
    const { taken, left } = await forEach(ctx, closed, (chat) => reopenChat(ctx, chat), "It is open already.");
    return answered({ message: resultText(taken, "open again"), left, closed: [] });
  }
  if (step !== "close") return refusedForm(notFound(), {}, { result: null });
  const chosen = await chosenIn(ctx, request, form);
  if (chosen.length === 0) {
    const why = "Choose at least one chat.";
    return refusedForm(invalid([{ path: "chat", message: why }], why), {}, { result: null });
  }
  const { taken, left } = await forEach(ctx, chosen, (chat) => closeChat(ctx, chat), "It is closed already.");
  return answered({ message: resultText(taken, "closed"), left, closed: taken });
}
