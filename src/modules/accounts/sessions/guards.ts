import { redirect } from "react-router";
import { signInFirst } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { type Capability, isAdmin, isFresh, type Person } from "#src/shared/viewer.ts";
import { isAdminFor } from "../domain/policy.ts";

/** For loaders and actions of signed-in pages: the person, or the way to the sign-in page and back. */
export function requirePerson(ctx: Ctx, request: Request): Person {
  if (ctx.viewer.kind === "person") return ctx.viewer;
  throw redirect(signInFirst(request));
}

const returnTo = (request: Request): string => new URL(signInFirst(request), "http://own.invalid").search;

/**
 * For loaders of pages whose forms need a fresh sign-in: the person, or the way to confirm and back, so
 * that nobody types into a form that will be refused.
 */
export function requireFresh(ctx: Ctx, request: Request): Person {
  const person = requirePerson(ctx, request);
  if (isFresh(person, ctx.runtime.clock())) return person;
  throw redirect(`/confirm-identity${returnTo(request)}`);
}

/** Writers and admins outside demo mode add or show a second factor before their role counts. */
export function requireFactor(person: Person, request: Request): Person {
  if (person.waitingRole === null) return person;
  throw redirect(`/accountSettings/second-factor${returnTo(request)}`);
}

/**
 * For loaders and actions under /admin: a guest signs in first, everybody else who is no admin goes to `/`.
 * An admin without the `capability` goes to `/admin`, one without a second factor to add it.
 */
export function requireAdmin(ctx: Ctx, request: Request, capability?: Capability): Person {
  const person = requirePerson(ctx, request);
  if (person.waitingRole === 3) requireFactor(person, request);
  if (!isAdmin(person)) throw redirect("/");
  if (capability && !isAdminFor(person, capability)) throw redirect("/admin");
  return person;
}

/** For pages of guests: a signed-in person goes to where the page would have led, else to /dashboard. */
export function guestOnly(ctx: Ctx, next = ""): void {
  if (ctx.viewer.kind === "person") throw redirect(next || "/dashboard");
}
