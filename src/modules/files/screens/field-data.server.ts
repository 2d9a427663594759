import type { Ctx } from "#src/platform/runtime.ts";
import type { Purpose } from "../domain/purposes.ts";
import { mib } from "../domain/sizes.ts";
import { type MyUpload, myUploads } from "../queries/my-uploads.ts";
import { filesSetting, maxBytesOf } from "../settings.ts";
import type { Known } from "../upload/list-types.ts";

const knownOf = ({ id, name, size, received, check }: MyUpload): Known => ({ id, name, size, received, ...check });

/** What a file field shows before scripts arrive: the limits, and the viewer's unused uploads of this form. */
export async function fileFieldData(ctx: Ctx, { purpose, about }: { purpose: Purpose; about: string }) {
  const limits = await ctx.runtime.settings.get(filesSetting);
  const mine = await myUploads(ctx, { purpose, about });
  return {
    purpose,
    about,
    account: ctx.viewer.kind === "person" ? ctx.viewer.id : null,
    known: mine.ok ? mine.value.toReversed().map(knownOf) : [],
    limits: { maxBytes: maxBytesOf(limits), mostFiles: limits.mostFiles, refusedKinds: limits.refusedKinds },
    plainMaxBytes: Math.min(limits.plainMaxMb, limits.maxMb) * mib,
  };
}
export type FileFieldData = Awaited<ReturnType<typeof fileFieldData>>;
