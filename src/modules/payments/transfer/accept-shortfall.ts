import { z } from "zod";
import { canApplyAsAdmin, lockOrderForPayment } from "#src/modules/orders/index.server.ts";
import { command } from "#src/platform/command.ts";
import { askedId } from "#src/platform/input.ts";
import { readSetting } from "#src/platform/settings.ts";
import { formatUsd } from "#src/shared/money.ts";
import { notFound, refuse } from "#src/shared/outcome.ts";
import { partsOf } from "../charges/parts.ts";
import { shortfallSetting } from "../settings.ts";
import { type Settled, settleShort } from "../settling/settle.ts";
import { openTransfer } from "./transfer-page.ts";

const input = z.strictObject({
  orderId: askedId,
  /** What was shown as missing: when more came meanwhile, the admin looks again. */
  seenCents: z.coerce.number().int().positive(),
});

/**
 * An admin accepts what came of a transfer as the whole charge. The operator pays the rest, up to `payments.shortfall`.
 * Refusals: not-found (also the admin's own order), conflict (nothing came, another sum is missing than was shown, too
 * much is missing, a tip).
 */
export const acceptShortfall = command<z.input<typeof input>, Settled>("payments.accept-shortfall", {
  input,
  run: async (work, { orderId, seenCents }) => {
    if (!canApplyAsAdmin(work.viewer, "confirm-payment")) return notFound();
    const order = await lockOrderForPayment(work, orderId);
    if (!order || !canApplyAsAdmin(work.viewer, "confirm-payment", order)) return notFound();
    const charge = (await openTransfer(work, order))?.charge;
    const parts = charge ? await partsOf(work.tx, charge.id) : [];
    if (!charge || parts.length === 0 || charge.purpose === "tip")
      return refuse("conflict", "No transfer of this order is short.", { data: { status: order.status } });
    const missing = parts.reduce((rest, { cents }) => rest - cents, charge.cents);
    const { value: most } = await readSetting(work.tx, shortfallSetting);
    if (missing > most)
      return refuse("conflict", `${formatUsd(missing)} is missing. Up to ${formatUsd(most)} may be accepted.`);
    if (missing !== seenCents)
      return refuse("conflict", `${formatUsd(missing)} is missing now. Look at it again, then accept it.`);
    const detail = { charge: charge.id, cents: missing, receivedCents: charge.cents - missing };
    work.audit({ action: "payments.shortfall-accepted", subject: order.id, detail });
    return settleShort(work, order, charge, parts);
  },
});
