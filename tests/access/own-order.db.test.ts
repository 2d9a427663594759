import { afterAll, expect, test } from "vitest";
import { everMay } from "#src/modules/orders/domain/lifecycle.ts";
import { isAction, orderStatuses } from "#src/modules/orders/index.ts";
import { type Form, formsIn, hasTextField } from "../abuse/pages-forms.ts";
import { type Books, withBooks } from "../faults/app/books.ts";
import { openDemo } from "../support/demo.ts";
import { isFullRun } from "../support/full-run.ts";

// An admin takes no admin's step on an order of which they are the client or the writer. What there is to take comes from
// the page: each form that an admin is shown for any order is sent once the order is the admin's own.

const { product, ask } = await openDemo();
afterAll(() => product.stop());

/** The writer's part first: a client takes some steps as a client, and the order is another one afterwards. */
const parties = { writer_id: "W", client_id: "C" } as const;
const refusal = "This is your own order, so another admin has to do this.";

/** What a person would type into the fields that the page shows empty. */
function typed(name: string): string {
  if (/date$/i.test(name)) return "2099-12-24";
  if (/time$/i.test(name)) return "12:00";
  return /cents$/i.test(name) ? "1.00" : "A reason in words.";
}

const filled = ({ fields }: Form, html: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value || (hasTextField(html, name) ? typed(name) : value)]),
  );

type Shown = { id: string; step: string; form: Form; html: string };

/** The full run sends a step in each state in which it is shown, a short one once. */
const key = (status: string, step: string): string => (isFullRun ? `${status} ${step}` : step);

/** The forms of admins' pages of orders. */
async function shownForms({ rows }: Books): Promise<Shown[]> {
  const orders = await rows<{ id: string; status: string }>("select id, status from orders.orders order by id");
  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(orderStatuses));
  const found = new Map<string, Shown>();
  for (const { id, status } of orders) {
    const page = `/admin/orders/${id}`;
    const html = await (await ask("admin", page)).text();
    for (const form of formsIn(html, page)) {
      const step = form.fields.step ?? "";
      if (form.method === "post" && form.path.startsWith("/admin/"))
        found.set(key(status, step), found.get(key(status, step)) ?? { id, step, form, html });
    }
  }
  return [...found.values()];
}

type Answer = { status: number; html: string };

async function send({ form, html }: Shown): Promise<Answer> {
  const answer = await ask("admin", form.path, filled(form, html));
  return { status: answer.status, html: await answer.text() };
}

/** The form with the sum that it must repeat, which the first answer to it shows. */
const repeated = (shown: Shown, { html }: Answer): Shown => {
  const form = formsIn(html, shown.form.path).find(({ fields }) => fields.step === shown.step);
  if (!form) throw new Error(`The answer to ${shown.step} shows no form to send again.`);
  return { ...shown, form, html };
};

test("each form of an admin's page of an order is refused when the order is the admin's own", () =>
  withBooks(product.dataDir, async (books) => {
    const { rows } = books;
    // Whoever asks has just proved who it is, however long all the asking takes.
    await rows("update accounts.sessions set fresh_at = now() + interval '1 day'");
    const [admin] = await rows<{ id: string }>("select id from accounts.people where email = 'admin@demo.test'");
    const adminSteps = (id: string) =>
      rows("select id from orders.order_history where order_id = $1 and actor_kind = 'A' order by id", [id]);
    const shown = await shownForms(books);
    expect(shown.map(({ step }) => step)).toEqual(expect.arrayContaining(["assign", "cancel", "note", "write-client"]));
    for (const [column, party] of Object.entries(parties)) {
      const mayTake = ({ step }: Shown): boolean => isAction(step) && everMay(step, party);
      for (const one of [...shown.filter((form) => !mayTake(form)), ...shown.filter(mayTake)]) {
        const { id, step } = one;
        const [before] = await rows(`select ${column} as person from orders.orders where id = $1`, [id]);
        const become = (person: unknown) => rows(`update orders.orders set ${column} = $1 where id = $2`, [person, id]);
        const steps = await adminSteps(id);
        await become(admin?.id);
        let answer = await send(one);
        if (answer.status === 409 && !mayTake(one)) {
          await become(before?.person);
          const again = repeated(one, await send(one));
          await become(admin?.id);
          answer = await send(again);
        }
        await become(before?.person);
        const about = `${step} on an order of their own as its ${column}`;
        if (mayTake(one)) {
          // As the client that they are, by the client's rules.
          expect(await adminSteps(id), about).toEqual(steps);
        } else {
          expect(answer.status, about).toBe(403);
          expect(answer.html, about).toContain(refusal);
        }
      }
    }
  }));
