import type { Ctx } from "#src/platform/runtime.ts";
import { fileAccess } from "./domain/policy.ts";
import { filePoliciesPort } from "./ports.ts";
import type { FileRow } from "./tables.ts";

/** What of this file the viewer may have now; asks the module that owns the subject at which it hangs. */
export async function accessTo(ctx: Ctx, file: FileRow): Promise<ReturnType<typeof fileAccess>> {
  const { id, ownerId, place, attachedTo } = file;
  const policy = ctx.runtime.port(filePoliciesPort).find((one) => one.place === place);
  const sees = attachedTo !== null && policy !== undefined && (await policy.maySee(ctx, attachedTo, { id, ownerId }));
  return fileAccess(file, ctx.viewer, sees);
}
