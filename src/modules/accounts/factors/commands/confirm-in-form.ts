import type { Ctx } from "#src/platform/runtime.ts";
import { done, type Outcome } from "#src/shared/outcome.ts";
import { authPort } from "../../ports.ts";
import { confirmByCode, confirmByPasskey, confirmByPassword } from "./confirm-identity.ts";

type Sent = { password: string; passkey: string; code: string };

/** The field of a confirmation code inside another form: such forms have a `code` of their own. */
export const confirmationCodeField = "factorCode";

const sentIn = (form: FormData): Sent => {
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return { password: text("password"), passkey: text("passkey"), code: text(confirmationCodeField) };
};

/**
 * The proof of identity in a form about something else: a password, a code or a passkey's signature. Null when there was
 * none; else the viewer with a fresh session, and the cookies to set with any answer.
 */
export async function confirmInForm(
  ctx: Ctx,
  form: FormData,
  headers: Headers,
): Promise<Outcome<{ ctx: Ctx; cookies: readonly string[] }> | null> {
  const { password, passkey, code } = sentIn(form);
  if (password === "" && passkey === "" && code === "") return null;
  const { cookies } = ctx.runtime.port(authPort);
  const confirmed = passkey
    ? await confirmByPasskey(ctx, passkey, cookies.readChallenge(headers))
    : await (code ? confirmByCode(ctx, code) : confirmByPassword(ctx, password));
  if (!confirmed.ok) return confirmed;
  const { viewer } = ctx;
  const fresh = viewer.kind === "person" ? { ...viewer, freshAt: ctx.runtime.clock() } : viewer;
  return done({
    ctx: { ...ctx, viewer: fresh },
    cookies: [...confirmed.value.cookies, ...(passkey ? [cookies.endChallenge()] : [])],
  });
}
