import type { Ctx } from "#src/platform/runtime.ts";
import type { Refusal, RefusedForm } from "#src/shared/outcome.ts";
import {
  confirmationCodeField,
  confirmInForm,
  type MethodsToConfirm,
  methodsToConfirm,
} from "../commands/confirm-identity.ts";

/** A refused form that may ask for a proof, with the methods by which this person can give one. */
export type Asking = RefusedForm & { methods?: MethodsToConfirm };
type Refused = { data: Asking; init: ResponseInit | null };
type Steps<A extends Refused> = {
  take: (ctx: Ctx) => Promise<A | Response>;
  /** The form again, with everything typed. */
  again: (refusal: Refusal) => A;
};

/** Proving who it is gave the session a new token: it goes with whatever is answered. */
function setCookies(answer: Refused | Response, cookies: readonly string[]): void {
  const headers = answer instanceof Response ? answer.headers : new Headers(answer.init?.headers);
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  if (!(answer instanceof Response)) answer.init = { ...answer.init, headers };
}

async function askAgain<A extends Refused>(ctx: Ctx, answer: A): Promise<A> {
  const methods = await methodsToConfirm(ctx, {});
  if (methods.ok) answer.data = { ...answer.data, methods: methods.value };
  return answer;
}

/** The form again, still asking; what was wrong stands at the method that was tried. */
function wrongProof<A extends Refused>(refused: A, refusal: Refusal, form: FormData): A {
  const message = refusal.fields?.[0]?.message ?? refusal.message;
  const { message: _, ...data } = refused.data;
  refused.data = {
    ...data,
    errors: { [["passkey", confirmationCodeField].find((name) => form.get(name)) ?? "password"]: message },
    stepUp: true,
  };
  return refused;
}

/**
 * Runs a step with the proof of identity in its form: the proof is checked first, then the step runs. A step that needs a
 * proof and has none answers the form again, with the methods to give it.
 */
export async function withProof<A extends Refused>(
  ctx: Ctx,
  headers: Headers,
  form: FormData,
  { take, again }: Steps<A>,
): Promise<(A & { data: Asking }) | Response> {
  const proof = await confirmInForm(ctx, form, headers);
  if (proof && !proof.ok) return askAgain(ctx, wrongProof(again(proof), proof, form));
  const answer = await take(proof?.value.ctx ?? ctx);
  if (proof) setCookies(answer, proof.value.cookies);
  return !(answer instanceof Response) && answer.data.stepUp ? askAgain(ctx, answer) : answer;
}
