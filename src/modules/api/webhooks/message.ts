import { z } from "zod";
import { orderDto } from "#src/modules/orders/index.server.ts";
import type { Wire } from "../contract/operation.ts";
import { eventTypeNames } from "./event-types.ts";

const { id, number, status, paymentStatus, currency, priceCents, refundedCents, deadline, test } = orderDto.shape;

/** What a webhook of an order or a payment sends: ids, number, state, amounts and instants. */
const webhookMessage = z.strictObject({
  type: z.enum(eventTypeNames),
  timestamp: z.iso.datetime().describe("When it happened; the message may come later."),
  data: z.strictObject({
    order: z.strictObject({
      ...{ id, number, status, paymentStatus, currency, priceCents, refundedCents, deadline, test },
    }),
    payment: z
      .strictObject({ id: z.string(), cents: z.int(), currency: z.string(), method: z.string().nullable() })
      .optional()
      .describe("Of payment.received and payment.refunded."),
  }),
});

const example: z.infer<typeof webhookMessage> = {
  type: "order.paid",
  timestamp: "2027-03-10T12:06:40.000Z",
  data: {
    order: {
      id: "01999d5e-9a41-7c0d-8a6b-2f4d1f7a9c33",
      number: "7KQ2M4X",
      status: "confirmed",
      paymentStatus: "paid",
      currency: "USD",
      priceCents: 8400,
      refundedCents: 0,
      deadline: "2027-03-15T18:00:00.000Z",
      test: false,
    },
  },
};

export const webhookWire: Wire = { name: "WebhookMessage", schema: webhookMessage, example };
