import { findPeople, signInTracesOf, usesDisposableMail } from "#src/modules/accounts/index.server.ts";
import { canSeePeople } from "#src/modules/accounts/index.ts";
import { paceOfClient } from "#src/modules/orders/index.server.ts";
import { sharedPayers } from "#src/modules/payments/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { isSealedFor } from "#src/shared/viewer.ts";
import { clientSigns, type Sign } from "../domain/client-signs.ts";

const nothing = { shared: [], payers: [], disposable: false };

/** What of a person and of other accounts speaks, for who sees people. */
async function ofPerson(ctx: Ctx, clientId: string, isSealed: (id: string) => boolean) {
  const { db } = ctx.runtime;
  const [traces, paid] = await Promise.all([signInTracesOf(db, clientId), sharedPayers(ctx, { clientId })]);
  const ids = (paid.ok ? paid.value : []).filter((id) => !isSealed(id));
  const known = await findPeople(db, [clientId, ...ids]);
  return {
    shared: traces.shared.filter(({ personId }) => !isSealed(personId)),
    payers: ids.flatMap((personId) => {
      const name = known.get(personId)?.name;
      return name === undefined ? [] : [{ personId, name }];
    }),
    disposable: await usesDisposableMail(known.get(clientId)?.email ?? ""),
  };
}

/**
 * The signs of a client that this admin may see: orders with `orders`, the e-mail and other accounts with `people`. Another
 * account can say who a sealed client is, so none is named of somebody sealed, and nobody sealed with another one.
 */
export async function signsOfClient(ctx: Ctx, clientId: string): Promise<readonly Sign[]> {
  const isSealed = (id: string) => isSealedFor(ctx.viewer, id, "contact");
  const sees = canSeePeople(ctx.viewer) && !isSealed(clientId);
  const [pace, person] = await Promise.all([
    paceOfClient(ctx, { clientId }),
    sees ? ofPerson(ctx, clientId, isSealed) : nothing,
  ]);
  return clientSigns({ pace: pace.ok ? pace.value : null, ...person });
}
