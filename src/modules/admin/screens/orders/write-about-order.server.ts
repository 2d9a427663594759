import { sendMessage } from "#src/modules/chat/index.server.ts";
import { orderForAdmin, ownOrderRefusal } from "#src/modules/orders/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { invalid, notFound, type Outcome } from "#src/shared/outcome.ts";
import { aboutOrders } from "../../domain/many-plan.ts";
import type { Typed } from "../../domain/step-form.ts";

type WriteStep = "write-writer" | "write-client";

export const isWriteStep = (step: string): step is WriteStep => step === "write-writer" || step === "write-client";

/** Sends a message as Support to the writer or the client of an order, not of the own one; its first line names the order. */
export async function writeAboutOrder(
  ctx: Ctx,
  step: WriteStep,
  { orderId, typed: { message = "", id = "", over = "" } }: { orderId: string; typed: Typed },
): Promise<Outcome<unknown>> {
  const found = await orderForAdmin(ctx, { orderId });
  if (!found.ok) return found;
  if (found.value.isOwn) return ownOrderRefusal();
  const { clientId, writerId, number, title } = found.value.order;
  const chatId = step === "write-writer" ? writerId : clientId;
  if (chatId === null) return notFound();
  if (message.trim() === "") return invalid([{ path: "message", message: "Write the message." }]);
  return sendMessage(ctx, { chatId, id, message: aboutOrders([{ number, title }], message), ...(over && { over }) });
}
