import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { caller } from "#src/modules/files/clean/samples/acting/acting-file.ts";
import { actingFiles } from "#src/modules/files/clean/samples/acting/acting-files.ts";
import { sentAsItIsNote } from "#src/modules/files/screens/file-kind.ts";
import { withBooks } from "../faults/app/books.ts";
import { type DemoPerson, openDemo } from "../support/demo.ts";
import { textOf } from "../support/driver-forms.ts";
import { sampleDocument, sentFile } from "../support/files.ts";

const { product, cookies, ask } = await openDemo();
beforeAll(async () => {
  await ask("admin", "/admin/writers", { claiming: "on" });
  // Settings are read anew each second.
  await vi.waitFor(
    async () => expect(await (await ask("writer", "/dashboard")).text()).toContain('id="claim"'),
    20_000,
  );
});
afterAll(() => product.stop());

const answered = async (who: DemoPerson, path: string, fields: Record<string, string>) => {
  const answer = await ask(who, path, fields);
  return { status: answer.status, html: await answer.text() };
};

/** The clock and the places are moved in the database of the running product. */
const sql = <R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> =>
  withBooks(product.dataDir, ({ rows }) => rows<R>(text, values));
const orderIn = async (status: string) =>
  (await sql<{ id: string }>("select id from orders.orders where status = $1 order by created_at limit 1", [status]))[0]
    ?.id ?? "";
const claim = (orderId: string, who: DemoPerson = "writer") =>
  answered(who, "/dashboard", { intent: "claim", orderId });

describe("a claim that does not work says why, and the way on", () => {
  test("without a free place", async () => {
    const orderId = await orderIn("confirmed");
    await sql("update writing.writers set capacity = 0");
    const { status, html } = await claim(orderId);
    await sql("update writing.writers set capacity = 12");
    expect(status).toBe(409);
    expect(html).toContain("You have no free place. Deliver an order first, then you can take another one.");
    expect(html).toContain("Ask Support for more places");
  });

  test("after somebody else; the same words for an order that never was, and a 404 for who writes nothing", async () => {
    const taken = await orderIn("in_progress");
    const [own] = await sql<{ writer_id: string }>("select writer_id from orders.orders where id = $1", [taken]);
    await sql("update orders.orders set writer_id = $2 where id = $1", [taken, "01a205d6-2389-7130-a460-283f38a4ca5f"]);
    const answers = [await claim(taken), await claim("01a205d6-2389-7130-a460-283f38a4ca5e")];
    await sql("update orders.orders set writer_id = $2 where id = $1", [taken, own?.writer_id]);
    for (const { status, html } of answers) {
      expect(status).toBe(409);
      expect(html).toContain("Somebody else took this order, or it is not open any more. Nothing was changed.");
      expect(html).toContain("Another one fits you.");
      expect(html).toContain("Show it");
    }
    expect((await claim(await orderIn("confirmed"), "client")).status).toBe(404);
  });

  test("twice by the same writer is one claim, which the second press shows", async () => {
    expect((await claim(await orderIn("in_progress"))).status).toBe(303);
  });

  test("past the deadline", async () => {
    const orderId = await orderIn("confirmed");
    const [before] = await sql<{ deadline: Date }>("select deadline from orders.orders where id = $1", [orderId]);
    await sql("update orders.orders set deadline = now() - interval '1 hour' where id = $1", [orderId]);
    const { status, html } = await claim(orderId);
    await sql("update orders.orders set deadline = $2 where id = $1", [orderId, before?.deadline]);
    expect(status).toBe(409);
    expect(html).toContain("The deadline of this order has passed, so our team decides how it continues.");
    expect(html).toContain("Ask Support");
  });
});

describe("a hand-over that does not work", () => {
  test("without a version says what is missing, and keeps what was typed", async () => {
    const path = `/dashboard/orders/${await orderIn("in_progress")}`;
    const seen = /name="seenVersion" value="(\d+)"/.exec(await (await ask("writer", path)).text())?.[1] ?? "";
    const fields = { action: "deliver", seenVersion: seen, text: " ", files: "", outline: "A kept outline" };
    const { status, html } = await answered("writer", path, { ...fields, final: "on" });
    expect(status).toBe(422);
    expect(html).toContain("Write or paste the work, or add a file.");
    expect(html).toContain("A kept outline");
    expect((await answered("writer", path, { ...fields, draft: "on" })).html).toContain(
      "One thing before you deliver. Everything is saved.",
    );
  });

  test("while the order waits for an answer says so, and shows the text to copy", async () => {
    const path = `/dashboard/orders/${await orderIn("on_hold")}`;
    const { status, html } = await answered("writer", path, {
      ...{ action: "deliver", seenVersion: "1", final: "on" },
      text: "Written before the question was asked",
    });
    expect(status).toBe(409);
    expect(html).toContain("The order is on hold now.");
    expect(html).toContain("Written before the question was asked");
  });
});

test("a PDF form reaches the client without what it does; a workbook that fetches waits for its writer, and both pages say why", async () => {
  const orderId = await orderIn("in_progress");
  const path = `/dashboard/orders/${orderId}`;
  const read = async (who: DemoPerson, at = path) => (await ask(who, at)).text();
  const sent = async (filename: string, sample: string) => {
    const body = await actingFiles.find(({ kind, format }) => `${format} ${kind}` === sample)?.bytes();
    const id = await sentFile(product.url, `${cookies.get("writer")}`, { filename, body: body!, about: orderId });
    return { id, address: `/files/${id}/${filename}`, body: Buffer.from(body!) };
  };
  const form = await sent("form.pdf", "pdf button that sends a form");
  const book = await sent("data.xlsx", "xlsx connection");
  const seen = /name="seenVersion" value="(\d+)"/.exec(await read("writer"))?.[1] ?? "";
  const fields = { action: "deliver", seenVersion: seen, text: "A draft.", files: `${form.id},${book.id}` };
  const delivered = await ask("writer", path, { ...fields, draft: "on", sourcesRead: "on", aiUse: "nothing" });
  expect([delivered.status, await delivered.text()]).toEqual([303, ""]);
  const number = /Read draft (\d+)/.exec(await read("client"))?.[1] ?? "";
  expect((await ask("client", path, { action: "read", number })).status).toBe(303);
  const copy = Buffer.from(await (await ask("client", form.address)).arrayBuffer()).toString("latin1");
  expect(form.body.toString("latin1")).toMatch(new RegExp(`SubmitForm[\\s\\S]*${caller}|${caller}[\\s\\S]*SubmitForm`));
  expect(copy).toMatch(/^%PDF-/);
  expect(copy).not.toMatch(new RegExp(`${caller}|SubmitForm|JavaScript|AcroForm`));
  expect(await read("client", `${path}?preview=${form.id}`)).toContain("4 words.");

  expect(await read("client")).toContain("its sender has not allowed it yet");
  expect((await ask("client", book.address)).status).toBe(409);
  const own = await read("writer");
  expect(own).toContain("The workbook fetches data from elsewhere. Remove its connections, and send it again.");
  expect(own).toContain("Send it as it is");
  expect((await ask("client", path, { asItIs: book.id })).status).toBe(404);
  expect((await ask("writer", path, { asItIs: book.id })).status).toBe(303);
  for (const who of ["writer", "client"] as const) expect(await read(who), who).toContain(sentAsItIsNote);
  expect(Buffer.from(await (await ask("client", book.address)).arrayBuffer())).toEqual(book.body);
});

describe("a question that stops the clock, without scripts", () => {
  test("is refused empty with its box still ticked, and stops the clock with words", async () => {
    const path = `/dashboard/orders/${await orderIn("in_progress")}`;
    const html = await (await ask("writer", path)).text();
    const seen = /name="seenVersion" value="(\d+)"[\s\S]{0,300}?name="stop"/.exec(html)?.[1] ?? "";
    expect(html).toContain("Pause the work until the answer");
    expect(html).toMatch(/It runs again on [^<]+ at the latest/);
    const fields = { action: "say", stop: "on", seenVersion: seen };
    const empty = await answered("writer", path, { ...fields, message: "" });
    expect([empty.status, empty.html]).toEqual([422, expect.stringContaining("Write the question for the client.")]);
    expect((await ask("writer", path, { ...fields, message: "Which edition?" })).status).toBe(303);
    for (const who of ["writer", "client"] as const) {
      const page = await (await ask(who, path)).text();
      expect(page).toContain("Which edition?");
      expect(page).toContain("The work is paused until the answer");
    }
  });
});

test("money without a method says so with a way on, and a wrong account is refused beside its field", async () => {
  const page = await (await ask("writer", "/dashboard/earnings")).text();
  expect(page).toContain("/dashboard/earnings/method");
  const typed = { legalName: "Daniel Okafor", country: "PL", account: "PL00 0000", bankCode: "", bankName: "" };
  const { status, html } = await answered("writer", "/dashboard/earnings/method", typed);
  expect(status).toBe(422);
  expect(html).toContain("Daniel Okafor");
  expect(html).toMatch(/id="[^"]*account-error"/);
  const run = await answered("admin", "/admin/payments/payouts", {
    runId: "01a205d6-2389-7130-a460-283f38a4ca5e",
    seenCents: "6300",
  });
  expect(run.status).toBe(409);
  expect(run.html).toContain("Nothing was paid out.");
});

test("the reports of payments walk their messages without losing one, and what else is there stays", async () => {
  await sql(`insert into payments.provider_events (id, provider, event_id, body, type, received_at, processed_at)
    select gen_random_uuid(), 'sandbox', 'paged-' || n, '{}', 'paged ' || n || '.', now() - n * interval '1 minute', now()
    from generate_series(1, 65) n`);
  const found: string[] = [];
  const others = new Set<string>();
  for (let path: string | undefined = "/admin/payments?tab=reports"; path; ) {
    const html: string = await (await ask("admin", path)).text();
    found.push(...[...html.matchAll(/>paged (\d+)\.</g)].map(([, n = ""]) => n));
    others.add(/Files for the bookkeeping[\s\S]*?<\/form>/.exec(html)?.[0] ?? "");
    path = /href="([^"#]*inbox-older[^"#]*)#inbox"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
  }
  expect(found).toEqual(Array.from({ length: 65 }, (_, n) => `${n + 1}`));
  expect(others.size).toBe(1);
});

test("a test order is marked for its writer too: where it is offered, may be claimed, stands in the list, on its page", async () => {
  const tags = async (path: string): Promise<number> =>
    (await (await ask("writer", path)).text()).match(/class="tag">test/g)?.length ?? 0;
  const path = `/dashboard/orders/${await orderIn("on_hold")}`;
  expect([await tags("/dashboard"), await tags(path)]).toEqual([0, 0]);
  for (const status of ["assigned", "confirmed", "on_hold"]) {
    await sql("update orders.orders set test = true where status = $1", [status]);
    expect(await tags("/dashboard"), status).toBeGreaterThan(0);
    expect(await tags(path)).toBe(status === "on_hold" ? 1 : 0);
    await sql("update orders.orders set test = false");
  }
});

test("an admin reads the samples of an application where they lie, with their words and what was left out", async () => {
  const body = sampleDocument("hidden.docx");
  const sample = { filename: "hidden.docx", body, purpose: "application", about: "application" };
  const file = await sentFile(product.url, `${cookies.get("client")}`, sample);
  const [application] = await sql<{ id: string }>(
    `insert into writing.applications (id, person_id, state, fields, sent_at, created_at, updated_at)
    select gen_random_uuid(), owner_id, 'sent', '{"name":"Tomas Berg"}', now(), now(), now() from files.files where id = $1
    returning id`,
    [file],
  );
  await sql("update files.files set attached_to = $2, attached_at = now() where id = $1", [file, application?.id]);
  const path = `/admin/writers/applications/${application?.id}`;
  const page = await (await ask("admin", path)).text();
  expect(page).toContain(`?preview=${file}`);
  expect(page).not.toContain("hidden words");
  expect(await (await ask("admin", `${path}?preview=${file}`)).text()).toContain(
    "206 words. Left out: 206 hidden words.",
  );
});

test("sums below a page of the list are said to be of this page only", async () => {
  await sql(`insert into accounts.people (id, name, email, email_verified, created_at, updated_at, role, capabilities, demo)
    select gen_random_uuid(), name, 'w' || n || '@demo.test', true, created_at, updated_at, role, capabilities, demo
    from accounts.people, generate_series(1, 31) n where email = 'writer@demo.test'`);
  await sql(`insert into writing.writers select (jsonb_populate_record(null::writing.writers, to_jsonb(one) ||
      jsonb_build_object('person_id', person.id, 'pseudonym', 'Writer ' || person.email))).*
    from writing.writers one, accounts.people person where person.email ~ '^w[0-9]+@demo.test$'`);
  const read = async (path: string) => textOf(await (await ask("admin", path)).text());
  expect(await read("/admin/writers")).toContain("30 writers, this page only");
  expect(await read("/admin/writers?group=paused")).not.toContain("this page only");
});
