import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeSmtp, startSmtp } from "#fakes/smtp.ts";
import { openSmtp } from "#src/adapters/mail/open-mailer.ts";
import { eventHandlers } from "#src/composition/parts.ts";
import { myNotices } from "#src/modules/notifications/index.server.ts";
import { noteOrderOpened } from "#src/modules/orders/commands/note-opened.ts";
import { deliverWork, writerDirectory } from "#src/modules/orders/index.server.ts";
import { doAct, finished, must, newWriter, pay, place, rowOf, tick } from "#src/modules/orders/orders.testing.ts";
import { writerDirectoryOfRuntime } from "#src/modules/writing/index.server.ts";
import { mailer } from "#src/platform/mail/port.ts";
import { sendDueMails } from "#src/platform/mail/send-due-mails.ts";
import { dayMs } from "#src/shared/units.ts";
import type { Person } from "#src/shared/viewer.ts";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";

const gone = "gone@example.test";
let smtp: FakeSmtp;
let runtime: TestRuntime;
let admin: Person;
beforeAll(async () => {
  smtp = await startSmtp({
    refuse: (step, address) => (step === "RCPT" && address === gone ? { code: 550, text: "no such user" } : undefined),
  });
  runtime = await createAccountsRuntime({
    eventHandlers,
    ports: [
      [writerDirectory, writerDirectoryOfRuntime],
      [mailer, openSmtp({ url: smtp.url })],
    ],
  });
  admin = await createPerson(runtime, { role: 3 });
});
afterAll(async () => {
  await runtime.drop();
  await smtp.close();
});

/** An order of this address, delivered and opened by its client; every mail about it went to the server. */
async function deliveredTo(email: string): Promise<string> {
  const [client, writer] = [await createPerson(runtime, { email }), await newWriter(runtime)];
  const { orderId } = await place(runtime, client);
  await pay(runtime, orderId);
  must(await doAct(runtime, admin, orderId, "assign", { writerId: writer.id }));
  must(await doAct(runtime, writer, orderId, "accept"));
  must(await deliverWork(ctxFor(runtime, writer), { orderId, ...finished }));
  must(await noteOrderOpened(ctxFor(runtime, client), { orderId }));
  await sendDueMails(runtime, { shopOf: async () => ({ siteName: "Paperwright", pen: "#263FAF" }), askedKinds: [] });
  return orderId;
}
const news = async () =>
  must(await myNotices(ctxFor(runtime, admin), {})).notices.map(({ title, text, path }) => [
    title,
    text.split(/[,:.]/)[0],
    path,
  ]);

test("an address that the mail server refuses keeps the order open, and admins are notified", async () => {
  const [reached, unreached] = [await deliveredTo("here@example.test"), await deliveredTo(gone)];
  expect(smtp.mails.flatMap(({ to }) => to)).not.toContain(gone);
  expect((await rowOf(runtime, reached)).noticeRefused).toBe(false);
  const { noticeRefused, number, title } = await rowOf(runtime, unreached);
  expect(noticeRefused).toBe(true);

  runtime.setNow(new Date(runtime.clock().getTime() + 8 * dayMs));
  await tick(runtime);
  expect((await rowOf(runtime, reached)).status).toBe("completed");
  expect((await rowOf(runtime, unreached)).status).toBe("delivered");
  const path = `/admin/orders/${unreached}`;
  const named = `${title} (${number})`;
  expect(await news()).toContainEqual([named, "The client has not seen the work", path]);

  runtime.setNow(new Date(runtime.clock().getTime() + 7 * dayMs));
  await tick(runtime);
  expect(await news()).toContainEqual([named, "It waits for your decision", path]);
  expect((await news()).filter(([, text]) => text?.includes("not seen")).map(([, , where]) => where)).toEqual([path]);
});
