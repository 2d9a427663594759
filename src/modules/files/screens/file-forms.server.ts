import { redirectWithFlash } from "#src/platform/flash.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { type AttachedAt, sendAsItIs } from "../commands/own-files.ts";
import { mib } from "../domain/kinds-and-sizes.ts";
import type { Purpose } from "../domain/purposes.ts";
import { type MyUpload, myUploads } from "../queries/my-uploads.ts";
import { filesSetting, maxBytesOf } from "../settings.ts";
import type { Known } from "../upload/upload-rows.ts";

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

/** `isHere`: whether a file is attached on this page, so that its form reaches no file of another one. */
type Page = { path: string; isHere: (at: AttachedAt) => boolean | Promise<boolean> };

/** The press of `FileList`: the owner lets others have a file as it is. Null when the form is another one. */
export async function sendFileAsItIs(
  ctx: Ctx,
  request: Request,
  form: FormData,
  { path, isHere }: Page,
): Promise<Response | null> {
  const id = form.get("asItIs");
  if (typeof id !== "string") return null;
  orPage(await sendAsItIs(ctx, { id }, isHere), request);
  return redirectWithFlash(path, "as-it-is");
}
