import { eq } from "drizzle-orm";
import { forgetFilesAt } from "#src/modules/files/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { minuteMs } from "#src/shared/units.ts";
import { shortMessage } from "./domain/message.ts";
import { chats, messages, notes } from "./tables.ts";

type One = { id: string; name: string; email: string };
export type DemoTalkers = { client: One; writer: One; visitor: One; admin: One };
type Line = readonly [minutes: number, from: "person" | "support" | "system", text: string];
type Talk = { who: One; role: number; lines: readonly Line[]; state: "open" | "closed"; note?: string };

const talksOf = ({ client, writer, visitor }: DemoTalkers): readonly Talk[] => [
  {
    who: client,
    role: 1,
    state: "open",
    note: "Asked twice about sources. The brief of the next order should name how many.",
    lines: [
      [-1560, "person", "Hello, can the writer use two sources that I send?"],
      [-1552, "support", "Hello. Yes: add them on the page of the order, under files. The writer sees them there."],
      [-1549, "person", "Good, I have added them now."],
      [-1544, "support", "They are there. The writer has a notice."],
    ],
  },
  {
    who: writer,
    role: 2,
    state: "closed",
    lines: [
      [-4320, "person", "I am away from Friday to Sunday. Can I set that somewhere?"],
      [-4290, "support", "We have noted it. No new work is offered to you on these days."],
      [-4289, "person", "Thank you."],
      [-4200, "system", "Support closed this conversation. Write again at any time to open it."],
    ],
  },
  {
    who: visitor,
    role: 1,
    state: "open",
    lines: [
      [-26, "person", "Good evening. I have a patent text of 30 pages in German."],
      [-24, "person", "Is a summary of it in English something that you do, and what would it cost?"],
    ],
  },
];

/** Three chats of the demo accounts: one answered, one closed, one that waits. Refuses outside demo mode. */
export async function seedDemoChats(runtime: Runtime, cast: DemoTalkers): Promise<void> {
  if (runtime.mode !== "demo") throw new Error("Demo chats belong to demo mode only.");
  const now = runtime.clock();
  for (const talk of talksOf(cast)) await seedTalk(runtime, talk, cast.admin, now);
}

const questions: readonly (readonly Line[])[] = [
  [[-9, "person", "Can I add a file to my order after I have paid?"]],
  [
    [-640, "person", "My deadline moved by two days. Can the order follow?"],
    [-633, "support", "Yes. Open the order and choose a later deadline; the price is shown before you agree."],
  ],
  [
    [-95, "person", "The bank says that the transfer was sent on Monday."],
    [-90, "support", "Thank you. We look for it and write to you here today."],
    [-38, "person", "Is there any news?"],
  ],
  [[-210, "person", "Which citation styles can you use? My university has its own, close to Harvard."]],
  [
    [-2900, "person", "Thank you for the quick help with my invoice."],
    [-2895, "support", "You are welcome. Have a good week."],
    [-2880, "system", "Support closed this conversation. Write again at any time to open it."],
  ],
];

/** A chat for each of these people of the large demo, a few minutes apart. */
export async function seedLargeDemoChats(runtime: Runtime, people: readonly (One & { role: number })[], admin: One) {
  if (runtime.mode !== "demo") throw new Error("Demo chats belong to demo mode only.");
  const now = runtime.clock().getTime();
  for (const [at, { role, ...who }] of people.entries()) {
    const lines = questions[at % questions.length] ?? [];
    const state = lines.at(-1)?.[1] === "system" ? "closed" : "open";
    await seedTalk(runtime, { who, role, state, lines }, admin, new Date(now - at * 7 * minuteMs));
  }
}

async function seedTalk(
  { db }: Runtime,
  { who, role, lines, state, note }: Talk,
  admin: One,
  now: Date,
): Promise<void> {
  const at = (minutes: number) => new Date(now.getTime() + minutes * minuteMs);
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return;
  const senders = {
    person: { senderId: who.id, senderType: "user", senderRole: role },
    support: { senderId: admin.id, senderType: "user", senderRole: 3 },
    system: { senderId: "system", senderType: "system", senderRole: 0 },
  } as const;
  const lastAnswer = lines.findLastIndex(([, from]) => from !== "person");
  const waiting = lines.slice(lastAnswer + 1);
  const end = at(last[0]);
  const answered = waiting.length === 0;
  await db.insert(chats).values({
    id: who.id,
    userName: who.name,
    userEmail: who.email,
    userRole: role,
    createdAt: at(first[0]),
    lastMessage: shortMessage(last[2], null),
    lastMessageTime: end,
    lastSender: senders[last[1]].senderId,
    lastSenderRole: senders[last[1]].senderRole,
    state,
    waitingSince: waiting[0] ? at(waiting[0][0]) : null,
    assignedTo: answered ? admin.id : null,
    assignedAt: answered ? at(first[0]) : null,
    clientReadTo: end,
    supportReadTo: answered ? end : null,
    supportUnread: waiting.length,
    updatedAt: end,
    demo: true,
  });
  await db.insert(messages).values(
    lines.map(([minutes, from, message]) => ({
      id: newId(),
      chatId: who.id,
      message,
      timestamp: at(minutes),
      ...senders[from],
    })),
  );
  if (note)
    await db
      .insert(notes)
      .values({ id: newId(), chatId: who.id, text: note, byId: admin.id, byName: admin.name, at: end });
}

/** Removes what `seedDemoChats` made, with everything that was written there since. */
export async function removeDemoChats(work: Work): Promise<void> {
  const gone = await work.tx.delete(chats).where(eq(chats.demo, true)).returning({ id: chats.id });
  if (gone.length === 0) return;
  await forgetFilesAt(
    work,
    "chat",
    gone.map(({ id }) => id),
  );
  work.audit({ action: "chat.demo-removed", subject: "demo", detail: { chats: gone.length } });
}
