import { answerJson, jsonAnswer } from "#src/platform/json.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { fileForPartner, filesForPartner } from "../prepared/partner-files.ts";
import { prepareOrder } from "../prepared/prepare-order.ts";
import { preparedOrder } from "../prepared/prepared-order.ts";
import { orderForPrograms, ordersForPrograms } from "../queries/orders-for-programs.ts";

/** `/api/orders`, `/api/orders/:number` with its files, and `/api/orders/prepared/:id`, for programs with a key. */
export const orderHandlers = {
  list: async (request: Request, ctx: Ctx): Promise<Response> => {
    const asked = Object.fromEntries(new URL(request.url).searchParams);
    return jsonAnswer(await ordersForPrograms(ctx, asked), ctx);
  },
  /** `POST /api/orders` leaves a prepared order. */
  prepare: (request: Request, ctx: Ctx): Promise<Response> =>
    answerJson(request, ctx, (fields) =>
      prepareOrder(ctx, { fields, idempotencyKey: request.headers.get("idempotency-key") ?? undefined }),
    ),
  prepared: async (id: string, ctx: Ctx): Promise<Response> => jsonAnswer(await preparedOrder(ctx, { id }), ctx),
  /** Whether this program may have a file of an order; its bytes come from the files' own handler. */
  file: fileForPartner,
  files: async (number: string, ctx: Ctx): Promise<Response> => jsonAnswer(await filesForPartner(ctx, { number }), ctx),
  one: async (number: string, ctx: Ctx): Promise<Response> => jsonAnswer(await orderForPrograms(ctx, { number }), ctx),
};
