import { adminOrderList } from "#src/modules/orders/index.server.ts";
import { oneLine } from "#src/platform/mail/check-mail.ts";
import type { MailSource } from "#src/platform/mail/content.ts";
import type { MailText } from "#src/platform/mail/mail-text.ts";
import type { Ctx } from "#src/platform/runtime.ts";

/** An order whose facts a preview can print. */
export type ExampleOrder = { number: string; title: string; client: string };

const most = 5;

/**
 * The newest finished orders that this admin may see. Those of people whose data is sealed are none of them, also while
 * a part is open to this admin.
 */
export async function exampleOrders(ctx: Ctx): Promise<readonly ExampleOrder[]> {
  const { viewer } = ctx;
  const listed = await adminOrderList(ctx, { group: "finished" });
  if (!listed.ok || viewer.kind !== "person") return [];
  return listed.value.rows
    .filter(({ clientId }) => !viewer.sealed?.has(clientId))
    .slice(0, most)
    .map(({ number, title, clientName }) => ({ number, title, client: clientName }));
}

/** The values of a preview: of this order where the e-mail prints them, of the example else. */
export function exampleValues({ values, to }: MailText, order: ExampleOrder | undefined): MailSource["values"] {
  if (!order) return values;
  const name = oneLine(order.client, 60);
  const known: Readonly<Record<string, string>> = {
    "order number": order.number,
    title: oneLine(order.title, 100),
    ...(to === "client" && { name, "first name": name.split(" ", 1)[0] ?? name }),
  };
  return Object.fromEntries(Object.entries(values).map(([name_, value]) => [name_, known[name_] ?? value]));
}

/** The parts of the example, with the number of that order in its details. */
export const examplePartsFor = (
  { values, example }: MailText,
  order: ExampleOrder | undefined,
): MailText["example"] => ({
  ...example,
  ...(order &&
    example.facts && {
      facts: example.facts.map(([label, value]): [string, string] => [
        label,
        value === values["order number"] ? order.number : value,
      ]),
    }),
});
