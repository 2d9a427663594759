import { redirectWithFlash } from "#src/platform/flash.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { sendAsItIs } from "../commands/send-as-it-is.ts";

/** The press of `FileList`: the owner lets others have a file as it is. Null when the form is another one. */
export async function sendFileAsItIs(
  ctx: Ctx,
  request: Request,
  form: FormData,
  page: string,
): Promise<Response | null> {
  const id = form.get("asItIs");
  if (typeof id !== "string") return null;
  orPage(await sendAsItIs(ctx, { id }), request);
  return redirectWithFlash(page, "as-it-is");
}
