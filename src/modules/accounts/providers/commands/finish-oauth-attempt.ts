import { z } from "zod";
import { command } from "#src/platform/command.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, type Outcome, type Refusal } from "#src/shared/outcome.ts";
import { type Provider, troubled } from "../../domain/providers.ts";
import { type Arrival, arrive } from "../arrive.ts";
import { exchange, identity } from "../identity.ts";
import {
  type AttemptSecrets,
  attempt,
  type OAuthAttempt,
  parkAnswer,
  type RawAnswer,
  rawAnswer,
  useAttempt,
} from "../oauth-attempts.ts";
import { returnAddress } from "./start-oauth-attempt.ts";

/** How a way to a provider ended; `attempt` is there once the browser proved to have begun it. */
export type Ended = { attempt: OAuthAttempt | null; outcome: Outcome<Arrival> };

/** Keeps what Apple posted. The answer is the id under which the browser comes for it. */
export const parkAttempt = command<RawAnswer, string>("accounts.park-oauth-attempt", {
  input: rawAnswer,
  run: async (work, answer) => {
    const id = await parkAnswer(work.tx, work.ctx.runtime, answer, work.now);
    return id === null ? troubled("apple", "over") : done(id);
  },
});

type Found = { attempt: OAuthAttempt; secrets: AttemptSecrets };
const wanted = z.object({
  provider: z.enum(["google", "apple"]),
  browser: z.string().max(200),
  state: z.string().optional(),
  id: z.uuid().optional(),
});

const consumeAttempt = command<z.infer<typeof wanted>, Found>("accounts.take-oauth-attempt", {
  input: wanted,
  run: async (work, { provider, browser, state, id }) => {
    const which = state === undefined ? { id: id ?? "" } : { state };
    const found = await useAttempt(work.tx, work.ctx.runtime, { provider, browser, ...which }, work.now);
    return found ? done(found) : troubled(provider, "over");
  },
});

const checked = z.object({ attempt, identity });

/** The provider vouched for somebody: sign in, connect or confirm, in one transaction. */
const enter = command<z.infer<typeof checked>, Arrival>("accounts.finish-oauth-attempt", {
  input: checked,
  run: (work, { attempt: taken, identity: who }) => arrive(work, taken, who),
});

/** Google's answer, as it stands in the address. `browser` is the attempt cookie. */
export async function finishAttempt(
  ctx: Ctx,
  provider: Provider,
  raw: unknown,
  browser: string | null,
): Promise<Ended> {
  const answer = rawAnswer.safeParse(raw);
  if (!answer.success || !browser) return over(troubled(provider, "over"));
  const taken = await consumeAttempt(ctx, { provider, browser, state: answer.data.state });
  return taken.ok ? settle(ctx, taken.value, answer.data) : over(taken);
}

/** Apple's answer, parked under `id` before. */
export async function finishParkedAttempt(ctx: Ctx, id: string, browser: string | null): Promise<Ended> {
  if (!browser) return over(troubled("apple", "over"));
  const taken = await consumeAttempt(ctx, { provider: "apple", browser, id });
  if (!taken.ok) return over(taken.code === "invalid" ? troubled("apple", "over") : taken);
  const { answer } = taken.value.secrets;
  return answer ? settle(ctx, taken.value, answer) : over(troubled("apple", "over"));
}

const over = (refusal: Refusal): Ended => ({ attempt: null, outcome: refusal });

const refusals = new Set(["access_denied", "user_cancelled_authorize", "user_denied"]);

async function settle(ctx: Ctx, { attempt: taken, secrets }: Found, answer: RawAnswer): Promise<Ended> {
  const { provider } = taken;
  const end = (outcome: Outcome<Arrival>): Ended => ({ attempt: taken, outcome });
  if (answer.error !== undefined && refusals.has(answer.error)) return end(troubled(provider, "cancelled"));
  const { code, state, iss, user } = answer;
  if (answer.error !== undefined || code === undefined) {
    ctx.runtime.log.warn(
      { provider, answered: answer.error?.slice(0, 60) },
      "a sign-in provider answered with an error",
    );
    return end(troubled(provider, "failed"));
  }
  const { nonce, verifier } = secrets;
  const redirectUri = returnAddress(ctx, provider);
  const exchanged = await exchange(ctx.runtime, provider, { code, state, iss, user }, { redirectUri, nonce, verifier });
  if (!exchanged.ok) return end(troubled(provider, exchanged.trouble));
  return end(await enter(ctx, { attempt: taken, identity: exchanged.identity }));
}
