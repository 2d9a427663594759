import { redirectWithFlash } from "#src/platform/flash.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { type AttachedAt, sendAsItIs } from "../commands/send-as-it-is.ts";

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
