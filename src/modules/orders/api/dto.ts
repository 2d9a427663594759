import { z } from "zod";
import { offers, quoteRequest } from "#src/modules/pricing/index.server.ts";
import { askedCursor } from "#src/platform/database/cursor.ts";
import { type AskedName, askedFields, askedNames } from "../domain/brief-fields.ts";
import { orderStatuses, paymentStatuses } from "../domain/states.ts";

const instant = z.iso.datetime();

/** What `GET /api/orders` takes in its address. */
export const ordersInput = z.strictObject({
  status: z.enum(orderStatuses).optional().describe("Only orders in this state."),
  older: askedCursor.optional().describe("Where the answer before this one ended."),
});

const setByServer = {
  ...({ clientID: true, createdAt: true, status: true } as const),
  ...({ paymentStatus: true, wordCount: true, attachments: true } as const),
};

/** A choice that only some services have is ignored elsewhere, whatever it is. */
const askedSchema = (name: AskedName) => {
  const { choices, services } = askedFields[name];
  const values = Object.keys(choices);
  return services === null ? z.enum(values).optional() : z.string().optional().describe(values.join(", "));
};

/** The body of `POST /api/orders`: what a quote takes, and the brief as far as it is known. */
export const prepareRequest = quoteRequest.omit(setByServer).extend({
  service: z.enum(offers).describe("What is ordered."),
  serviceType: z.string().max(80).optional().describe("The address name of a public service."),
  title: z.string().max(200).optional().describe("The title or the question of the task."),
  instructions: z.string().optional().describe("What the text must contain."),
  country: z.string().length(2).optional().describe("Where the client studies, ISO 3166-1 alpha-2."),
  ...Object.fromEntries(askedNames.map((name) => [name, askedSchema(name)])),
  checklist: z.string().optional().describe("What must be in the work, one point a line."),
});

/** What a program reads of an order: its state, when it is due and what it costs. No name, and no text of anybody. */
export const orderDto = z.strictObject({
  id: z.guid(),
  number: z.string().describe("Seven characters for people."),
  service: z.enum(offers),
  status: z.enum(orderStatuses),
  paymentStatus: z.enum(paymentStatuses),
  currency: z.string(),
  priceCents: z.int().min(0).nullable().describe("Null while custom work has no price."),
  refundedCents: z.int().min(0).describe("How much of it was refunded."),
  createdAt: instant,
  deadline: instant.nullable(),
  deliveredAt: instant.nullable().describe("The latest delivery."),
  completedAt: instant.nullable(),
  test: z.boolean().describe("Paid with test money. It is left out of all totals."),
});

export const ordersDto = z.strictObject({
  orders: z.array(orderDto).describe("The newest first, 50 at most."),
  older: z.string().nullable().describe("Send it as older to get the next ones; null: there are no more."),
});

/** A file of an order, as its partner gets it. */
const orderFileDto = z.strictObject({
  id: z.guid(),
  name: z.string(),
  size: z.int().min(0).describe("Of the copy that you get, in bytes."),
  type: z.string().nullable().describe("What the file is. It is sent as application/octet-stream."),
  version: z.int().min(1).nullable().describe("Of the delivery that it came with; null: the client sent it."),
  ready: z.boolean().describe("False while it is checked, and where personal details could not be taken out."),
});

export const orderFilesDto = z.strictObject({ files: z.array(orderFileDto) });

/** An order form that a partner's program left for a client. */
export const preparedOrderDto = z.strictObject({
  id: z.guid(),
  service: z.string(),
  state: z.enum(["waiting", "ordered"]).describe("Ordered: the client has sent it. Before that nothing is ordered."),
  number: z.string().nullable().describe("Of the order, once there is one."),
  currency: z.string(),
  priceCents: z
    .int()
    .min(0)
    .nullable()
    .describe("What it costs at this moment. The client sees and confirms the price of the day. Null for custom work."),
  url: z.string().describe("Give it to this client alone. The first account that opens it owns the form."),
  createdAt: instant,
  expiresAt: instant.describe("What no client has sent by then is deleted."),
});

export type PreparedOrderDto = z.infer<typeof preparedOrderDto>;
export type OrderFileDto = z.infer<typeof orderFileDto>;
export type OrderFilesDto = z.infer<typeof orderFilesDto>;
export type OrderDto = z.infer<typeof orderDto>;
export type OrdersDto = z.infer<typeof ordersDto>;
