import { jsonAnswer } from "#src/platform/json.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { orderForPrograms, ordersForPrograms } from "../queries/orders-for-programs.ts";

/** `GET /api/orders` and `GET /api/orders/:number`, for programs with a key. */
export const orderHandlers = {
  list: async (request: Request, ctx: Ctx): Promise<Response> => {
    const asked = Object.fromEntries(new URL(request.url).searchParams);
    return jsonAnswer(await ordersForPrograms(ctx, asked), ctx);
  },
  one: async (number: string, ctx: Ctx): Promise<Response> => jsonAnswer(await orderForPrograms(ctx, { number }), ctx),
};
