import { waitingDeliveries } from "#src/modules/api/index.server.ts";
import { heldSince } from "#src/platform/outgoing-hold.ts";
import { type Ctx, type Runtime, systemCtx } from "#src/platform/runtime.ts";
import type { AdminNotice } from "./admin-notice.ts";

const notice: AdminNotice = {
  key: "held",
  tone: "warn",
  title: "Nothing is sent from this shop, because it was restored or copied.",
  text: "E-mails, webhooks and refunds wait. Look at what would be sent, then release it on the System page, or start with npm start -- --release.",
};

/** The notice of a hold. In a demo only webhooks leave, so it is shown when one waits. */
export async function heldNotice(ctx: Ctx): Promise<readonly AdminNotice[]> {
  if (!(await heldSince(ctx.runtime.db))) return [];
  const system = { to: "/admin/system", label: "Open the System page" };
  if (ctx.runtime.mode !== "demo") return [{ ...notice, link: system }];
  const waiting = await waitingDeliveries(ctx, {});
  return waiting.ok && waiting.value.all > 0 ? [{ ...notice, link: system }] : [];
}

/** The same for the log of a start. */
export const heldAtStart = (runtime: Runtime): Promise<readonly AdminNotice[]> =>
  heldNotice(systemCtx(runtime, "start"));
