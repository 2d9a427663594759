import { and, eq, like } from "drizzle-orm";
import {
  demoPeople,
  removeDemoAccounts,
  seedDemoAccounts,
  seedLargeDemoAccounts,
} from "../modules/accounts/index.server.ts";
import { removeEndpointsOf, seedDemoEndpoint } from "../modules/api/index.server.ts";
import { removeDemoChats, seedDemoChats, seedLargeDemoChats } from "../modules/chat/index.server.ts";
import { dropNoticesAbout, dropNoticesWithoutAccount, forgetNoticesOf } from "../modules/notifications/index.server.ts";
import { orderTexts } from "../modules/operator/index.server.ts";
import type { OrderVersions } from "../modules/operator/index.ts";
import { demoOrderIds, removeDemoOrders, seedDemoOrders, seedLargeDemoOrders } from "../modules/orders/index.server.ts";
import { payDemoOrder, removeDemoPayments, seedDemoCodes } from "../modules/payments/index.server.ts";
import { dropQuotesOf } from "../modules/pricing/index.server.ts";
import { forgetPerson } from "../modules/privacy/index.server.ts";
import { dropWritersWithoutAccount, makeWriter } from "../modules/writing/index.server.ts";
import { inTransaction } from "../platform/command.ts";
import { type Runtime, systemCtx } from "../platform/runtime.ts";
import { dropTraces } from "../platform/sweeps.ts";
import { mails } from "../platform/tables.ts";
import type { Work } from "../platform/work.ts";
import { done } from "../shared/outcome.ts";

const demoWriterCapacity = 12;
const demoSubjects = ["Business", "Geography", "History", "Literature", "Philosophy", "Psychology"].map(
  (name) => ({ name, upTo: "master" }) as const,
);

/** What the form of a new account shows. */
const accountVersions = ({ termsVersion, privacyVersion }: OrderVersions) => ({ termsVersion, privacyVersion });

/** The demo accounts, their orders and their chats, made at the first start of a demo installation. */
export async function seedDemo(runtime: Runtime): Promise<void> {
  const { versions } = await orderTexts(runtime);
  const { visitor, ...cast } = await seedDemoAccounts(runtime, accountVersions(versions));
  await seedDemoOrders(runtime, { cast, ...realSteps, versions });
  await seedDemoCodes(runtime, cast.admin.id);
  await seedDemoEndpoint(runtime, cast.admin.id);
  await seedDemoChats(runtime, { ...cast, visitor });
  await forgetTheirNews(runtime, [cast.client.id, cast.writer.id, cast.admin.id, visitor.id]);
}

/** E-mails about the past would fill the mailbox, and notices the bell. */
async function forgetTheirNews(runtime: Runtime, personIds: readonly string[]): Promise<void> {
  await forgetNoticesOf(runtime.db, personIds);
  await runtime.db.delete(mails).where(and(like(mails.kind, "order.%"), eq(mails.state, "waiting")));
}

/**
 * Adds a busy month to a demo: at `size` 1 about 300 orders of 48 clients with 12 writers, and 60 chats. The admin keeps
 * the notices of it. Returns how many orders were made.
 */
export async function seedLargeDemo(runtime: Runtime, size = 1): Promise<number> {
  const { versions } = await orderTexts(runtime);
  const texts = accountVersions(versions);
  const { visitor: _, ...cast } = await seedDemoAccounts(runtime, texts);
  const many = { clients: Math.ceil(48 * size), writers: Math.ceil(12 * size) };
  const more = await seedLargeDemoAccounts(runtime, { ...many, texts });
  const orders = await seedLargeDemoOrders(runtime, { cast, ...realSteps, ...more, versions, size });
  const talkers = [
    ...more.clients.map((client) => ({ ...client, role: 1 })),
    ...more.writers.map((writer) => ({ ...writer, role: 2 })),
  ];
  await seedLargeDemoChats(runtime, talkers, cast.admin);
  await forgetTheirNews(runtime, [...talkers.map(({ id }) => id), cast.client.id, cast.writer.id]);
  return orders;
}

const realSteps = {
  pay: payDemoOrder,
  makeWriter: asWriter,
};

async function asWriter(runtime: Runtime, personId: string): Promise<void> {
  await inTransaction(systemCtx(runtime, "demo"), async (work) =>
    done(await makeWriter(work, personId, { capacity: demoWriterCapacity, grade: 2, subjects: demoSubjects })),
  );
}

/**
 * Removes everything that `seedDemo` made and all that its people did since, money rows and accounts included, in the
 * caller's transaction. What others did among themselves stays, and so do settings.
 */
export async function removeDemo(work: Work): Promise<void> {
  const people = await demoPeople(work.tx);
  const personIds = people.map(({ id }) => id);
  const ids = await demoOrderIds(work, personIds);
  for (const person of people) await forgetPerson(work, person);
  await dropNoticesAbout(work, ids);
  await dropQuotesOf(work.tx, ids);
  await removeEndpointsOf(work.tx, personIds);
  await removeDemoChats(work);
  await removeDemoPayments(work, ids);
  await removeDemoOrders(work, ids);
  await removeDemoAccounts(work);
  await dropWritersWithoutAccount(work);
  await dropNoticesWithoutAccount(work);
  await dropTraces(work.tx, [...ids, ...personIds]);
}
