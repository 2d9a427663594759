import { type Refusal, type RefusalCode, refuse } from "#src/shared/outcome.ts";
import { type Provider, type Trouble, troubleMessage } from "../domain/providers.ts";

const codes: Partial<Record<Trouble, RefusalCode>> = {
  away: "unavailable",
  over: "expired",
  "signed-out": "signed-out",
};

/** A refusal that names how the way to a provider ended. */
export const troubled = (provider: Provider, trouble: Trouble): Refusal =>
  refuse(codes[trouble] ?? "forbidden", troubleMessage(provider, trouble), { data: { trouble } });

const byCode: Partial<Record<RefusalCode, Trouble>> = {
  "step-up": "step-up",
  "signed-out": "signed-out",
  "too-many": "busy",
  unavailable: "records",
};

/** The same, read from any refusal. */
export const troubleOf = ({ code, data }: Refusal): Trouble =>
  (data?.trouble as Trouble | undefined) ?? byCode[code] ?? "failed";
