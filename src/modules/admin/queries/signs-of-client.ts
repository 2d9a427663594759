import { signInTracesOf } from "#src/modules/accounts/index.server.ts";
import { canSeePeople } from "#src/modules/accounts/index.ts";
import { paceOfClient } from "#src/modules/orders/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { nameFor } from "#src/shared/viewer.ts";
import { clientSigns, type Sign } from "../domain/client-signs.ts";

/** The signs of a client that this admin may see: orders with `orders`, other accounts with `people`. */
export async function signsOfClient(ctx: Ctx, clientId: string): Promise<readonly Sign[]> {
  const [pace, traces] = await Promise.all([
    paceOfClient(ctx, { clientId }),
    canSeePeople(ctx.viewer) ? signInTracesOf(ctx.runtime.db, clientId) : null,
  ]);
  const shared = (traces?.shared ?? []).map((one) => ({ ...one, name: nameFor(ctx.viewer, one.personId, one.name) }));
  return clientSigns({ pace: pace.ok ? pace.value : null, shared });
}
