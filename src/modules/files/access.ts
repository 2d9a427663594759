import { newId } from "#src/platform/ids.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { fileAccess } from "./domain/policy.ts";
import { filePoliciesPort } from "./ports.ts";
import type { FileRow } from "./tables.ts";

/**
 * What of this file the viewer may have now; asks the module that owns the subject it is attached to. A file that is
 * not there, and one that is not for this viewer, ask the same: every policy, about subjects that nobody has.
 */
export async function accessTo(ctx: Ctx, file: FileRow | null): Promise<ReturnType<typeof fileAccess>> {
  const { id, ownerId, purpose, attachedTo } = file ?? nobodys();
  const policies = ctx.runtime.port(filePoliciesPort);
  const policy = attachedTo === null ? undefined : policies.find((one) => one.purpose === purpose);
  const sees = policy !== undefined && attachedTo !== null && (await policy.maySee(ctx, attachedTo, { id, ownerId }));
  const access = file && fileAccess(file, ctx.viewer, sees);
  if (!access) for (const other of policies) if (other !== policy) await other.maySee(ctx, newId(), { id, ownerId });
  return access;
}

const nobodys = () => ({ id: newId(), ownerId: newId(), purpose: null, attachedTo: null });
