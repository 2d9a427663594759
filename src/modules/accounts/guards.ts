import { redirect } from "react-router";
import type { Ctx } from "#src/platform/house.ts";
import { signInFirst } from "#src/platform/respond.ts";
import { type Capability, isAdmin, may, type Person } from "#src/shared/viewer.ts";

/** For loaders and actions of signed-in pages: the person, or the way to the sign-in page and back. */
export function requirePerson(ctx: Ctx, request: Request): Person {
  if (ctx.viewer.kind === "person") return ctx.viewer;
  throw redirect(signInFirst(request));
}

/**
 * For loaders and actions under /admin: a guest signs in first, everybody else who is no admin goes to `/`
 * (decisions 2). An admin without the `capability` goes to `/admin`.
 */
export function requireAdmin(ctx: Ctx, request: Request, capability?: Capability): Person {
  const person = requirePerson(ctx, request);
  if (!isAdmin(person)) throw redirect("/");
  if (capability && !may(person, capability)) throw redirect("/admin");
  return person;
}

/** For /login, /register and /passreset: a signed-in person goes to /dashboard. */
export function guestOnly(ctx: Ctx): void {
  if (ctx.viewer.kind === "person") throw redirect("/dashboard");
}
