import { signInTracesOf } from "#src/modules/accounts/index.server.ts";
import { canSeePeople } from "#src/modules/accounts/index.ts";
import { paceOfClient } from "#src/modules/orders/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { isSealedFor } from "#src/shared/viewer.ts";
import { clientSigns, type Sign } from "../domain/client-signs.ts";

/**
 * The signs of a client that this admin may see: orders with `orders`, other accounts with `people`. Another account can
 * say who a sealed client is, so none is named of somebody sealed, and nobody sealed with another one.
 */
export async function signsOfClient(ctx: Ctx, clientId: string): Promise<readonly Sign[]> {
  const isSealed = (id: string) => isSealedFor(ctx.viewer, id, "contact");
  const [pace, traces] = await Promise.all([
    paceOfClient(ctx, { clientId }),
    canSeePeople(ctx.viewer) && !isSealed(clientId) ? signInTracesOf(ctx.runtime.db, clientId) : null,
  ]);
  const shared = traces?.shared.filter(({ personId }) => !isSealed(personId)) ?? [];
  return clientSigns({ pace: pace.ok ? pace.value : null, shared });
}
