import { afterEach, expect, test } from "vitest";
import { everybody } from "../access/cast.ts";
import { dataOf } from "../access/fill.ts";
import type { Visitor } from "../access/marks.ts";
import { drawer } from "../support/full-run.ts";
import { encoded } from "./encode.ts";
import { isError } from "./fixture.ts";
import { handlerBodies } from "./handler-bodies.ts";
import { shownForms } from "./shown-forms.ts";

// A database that takes no writes (a full disk of the operator's server, a standby): every form and every interface says
// so with 503, and nothing of it is an error of the product.

const complaints: string[] = [];
afterEach(() => expect(complaints.splice(0)).toEqual([]));
const cast = await everybody({
  onLine: (line) => {
    // Jobs that run by themselves say that they cannot write.
    if (isError(line) && line.includes('"msg":"request failed"')) complaints.push(line);
  },
});
const { ask, runtime } = cast;
const readers: readonly Visitor[] = [
  ...(["guest", "client", "writer", "admin for orders", "admin for chat", "admin for money"] as const),
  "admin for people",
];

test("every form and every interface while nothing can be written", async () => {
  const forms = (await shownForms(cast, readers)).filter(({ form }) => form.method === "post");
  const bodies = Object.values(handlerBodies(cast)).flat();
  const { pool } = runtime.database;
  const { rows } = await pool.query<{ name: string }>("select current_database() as name");
  await pool.query(`alter database ${rows[0]?.name} set default_transaction_read_only = on`);
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = 'paperwright'",
  );
  await expect.poll(async () => (await ask("client", "/dashboard")).status).toBe(200);
  const trouble: string[] = [];
  let refused = 0;
  const judge = async (what: string, answer: Response): Promise<void> => {
    const text = await answer.text();
    if (answer.status === 503) refused += 1;
    else if (answer.status >= 500) trouble.push(`${answer.status} ${what}: ${text.slice(0, 200)}`);
    if (answer.status === 503 && !answer.headers.has("retry-after")) trouble.push(`no Retry-After: ${what}`);
  };
  const isAsked = drawer(3);
  for (const { who, form } of forms)
    for (const path of [form.path, dataOf(form.path)]) {
      if (!isAsked()) continue;
      await judge(
        `${who} ${path} ${JSON.stringify(form.fields).slice(0, 200)}`,
        await ask(who, path, {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: encoded(form.fields, "a-note", "x"),
        }),
      );
    }
  for (const { path, json, form } of bodies)
    for (const who of ["guest", "client", "admin for chat"] as const)
      await judge(
        `${who} ${path}`,
        await ask(who, path, {
          method: "POST",
          headers: { "content-type": form ? "application/x-www-form-urlencoded" : "application/json" },
          body: form ? encoded(json as Record<string, string>, "a-note", "x") : JSON.stringify(json),
        }),
      );
  await judge("sign-out", await ask("client", "/signout", { method: "POST", body: new URLSearchParams() }));
  expect(trouble).toEqual([]);
  console.log(`without writes: ${refused} requests were refused with 503`);
  expect(refused).toBeGreaterThan(20);
});
