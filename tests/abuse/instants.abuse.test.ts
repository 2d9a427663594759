import { globSync, readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { zones as allZones } from "#src/shared/zone-choices.ts";
import { everybody } from "../access/cast.ts";
import type { Visitor } from "../access/marks.ts";
import { drawer, sized } from "../support/full-run.ts";
import { isError } from "./fixture.ts";
import { shownForms } from "./shown-forms.ts";

// Days at the edge of what can be read, and beyond it, in every field and every query that may hold a day or an instant.

const complaints: string[] = [];
afterEach(() => expect(complaints.splice(0)).toEqual([]));
const { ask, writer, endpointId, orders, ...cast } = await everybody({
  onLine: (line) => isError(line) && complaints.push(line),
});
const readers: readonly Visitor[] = [
  ...(["guest", "client", "writer", "admin for orders", "admin for chat", "admin for money"] as const),
  ...(["admin for people", "admin for prices", "admin for settings"] as const),
];

const dayLike = /date|day|from|until|before|after|older|newer|since|deadline|away|week|month|^(to|at|on|when|b|a)$/i;
const timeLike = /time$/i;
const zoneLike = /zone$/i;
const edges = [
  ...["0000-01-01", "1999-12-31", "2000-01-01", "9998-12-31", "9999-12-31", "9999-12-31T23:59:59.999Z"],
  ...["+010000-01-01T00:00:00Z", "99999999999999_01999d5e-3c1a-7b52-9f0e-6f3f5f0e2a11"],
];
const far = ["Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"];
const zones = sized(far, allZones());

/** The fields of a form with this edge wherever a day, an instant or a place in a list may stand. */
const atEdge = (fields: Readonly<Record<string, string>>, edge: string, zone: string): URLSearchParams =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]) => {
      if (zoneLike.test(name)) return [name, zone];
      if (timeLike.test(name)) return [name, "23:59"];
      return [name, dayLike.test(name.split(".").at(-1) ?? name) ? edge : value];
    }),
  );

const isAsked = drawer(32);

test("no field and no query with a day fails, whoever sends it", async () => {
  const forms = (await shownForms({ ask, writer, endpointId, orders, ...cast }, readers)).filter(({ form }) =>
    Object.keys(form.fields).some((name) => dayLike.test(name.split(".").at(-1) ?? name)),
  );
  expect(forms.length).toBeGreaterThan(30);
  expect(new Set(forms.map(({ who }) => who)).size).toBeGreaterThan(3);
  const failed: string[] = [];
  for (const [at, { who, form }] of forms.entries())
    for (const [turn, edge] of edges.entries()) {
      if (!isAsked()) continue;
      const sent = atEdge(form.fields, edge, zones[(at * edges.length + turn) % zones.length] ?? "UTC");
      const answer =
        form.method === "get"
          ? await ask(who, `${form.path.split("?")[0]}?${sent}`)
          : await ask(who, form.path, { method: "POST", body: sent });
      await answer.body?.cancel();
      if (answer.status >= 500)
        failed.push(`${answer.status} ${who} ${form.method} ${form.path} ${edge} ${sent.get("deadlineZone")}`);
    }
  expect(failed).toEqual([]);
});

test.each(["guest", "client", "admin for orders"] as const)(
  "a %s gets a price in every zone at the last day that is read",
  async (who) => {
    for (const deadlineZone of zones)
      for (const deadlineDate of ["1999-12-31", "2000-01-01", "9998-12-31", "9999-01-01", "9999-12-31"]) {
        const body = JSON.stringify({ service: "quiz", deadlineDate, deadlineTime: "23:59", deadlineZone });
        const answer = await ask(who, "/api/quotes", {
          method: "POST",
          body,
          headers: { "content-type": "application/json" },
        });
        await answer.body?.cancel();
        expect(answer.status, body).toBe(deadlineDate === "9998-12-31" ? 200 : 422);
      }
  },
);

/** Who walks which list: by the file that reads the cursor, its addresses and the names of its cursors there. */
const both = ["older", "newer"];
const walked: Readonly<Record<string, readonly (readonly [Visitor, string, readonly string[]])[]>> = {
  "accounts/admin/queries/people-list.ts": [["admin for people", "/admin/people", both]],
  "admin/queries/audit-list.ts": [["admin for orders", "/admin/audit", both]],
  "admin/queries/audit-of-person.ts": [["admin for people", `/admin/people/${writer.id}`, both]],
  "api/webhooks/endpoint-list.ts": [["admin for settings", `/admin/api/webhooks/${endpointId}`, both]],
  "chat/queries/waiting.ts": [["admin for chat", "/admin/chats", ["after"]]],
  "chat/queries/message-page.ts": [
    ["client", "/api/chat", ["before", "after"]],
    ["writer", `/api/threads?threadId=${orders.thread}`, ["before", "after"]],
  ],
  "notifications/mails/failed-mails.ts": [["admin for people", "/admin/mails", both]],
  "notifications/queries/my-notices.ts": [
    ["client", "/notices", ["older"]],
    ["writer", "/notices", ["older"]],
    ["admin for orders", "/admin/notices", ["older"]],
  ],
  "orders/queries/admin-order-list.ts": [["admin for orders", "/admin/orders", both]],
  "orders/queries/client-dashboard.ts": [
    ["client", "/dashboard", ["after"]],
    ["writer", "/dashboard", ["after"]],
  ],
  "orders/api/dto.ts": [["program for orders", "/api/orders", ["older"]]],
  "payments/codes/list-codes.ts": [["admin for prices", "/admin/codes", both]],
  "payments/payouts/admin-payouts.ts": [["admin for money", "/admin/payments/payouts", ["older"]]],
  "payments/queries/money-lists.ts": [
    ["admin for money", "/admin/payments?tab=reports", both.flatMap((name) => [`inbox-${name}`, `disputes-${name}`])],
    ...["received", "refunds", "ledger"].map((tab) => ["admin for money", `/admin/payments?tab=${tab}`, both] as const),
  ],
  "pricing/editor/price-editor.ts": [["admin for prices", "/admin/pricing/history", ["before"]]],
  "writing/queries/admin-writers.ts": [["admin for people", "/admin/writers", both]],
};

test("a place in a list that is not known is refused at every address", async () => {
  const readers = globSync("src/modules/**/*.ts").filter((file) => !/test|testing/.test(file));
  const reading = readers.filter((file) => readFileSync(file, "utf8").includes("askedCursor"));
  const known = reading.map((file) => file.replace("src/modules/", ""));
  expect(Object.keys(walked)).toEqual(expect.arrayContaining(known));
  const wrong: string[] = [];
  for (const [who, path, names] of Object.values(walked).flat()) {
    const plain = await ask(who, path);
    await plain.body?.cancel();
    if (plain.status !== 200) wrong.push(`${who} ${path} ${plain.status}`);
    for (const name of names) {
      const answer = await ask(who, `${path}${path.includes("?") ? "&" : "?"}${name}=junk`);
      const explained = /This place in the list is not known|Write an instant/.test(await answer.text());
      if (answer.status !== 422 || !explained) wrong.push(`${who} ${path} ${name} ${answer.status} ${explained}`);
    }
  }
  expect(wrong).toEqual([]);
});
