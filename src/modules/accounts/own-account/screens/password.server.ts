import { redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsIn } from "#src/platform/refused-form.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { changePassword } from "../../index.server.ts";
import { withCookies } from "../../screens/answers.server.ts";

/** What a form with a new password leads to: the page of sign-in, which says so, or the form again. */
export async function savePassword(ctx: Ctx, form: FormData) {
  const { current, password = "" } = textsIn(form);
  const changed = await changePassword(ctx, { current, password });
  if (!changed.ok) return refusedForm(changed);
  return redirectWithFlash("/accountSettings/sign-in", "password", withCookies(changed.value.cookies));
}
