import { readingZone } from "#src/modules/operator/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Refusal } from "#src/shared/outcome.ts";
import { momentInZone } from "#src/shared/zone.ts";
import { serviceName } from "../codes/service-labels.ts";
import { type CodeRefusal, codeRefusalText } from "../index.ts";

/** Why a code was refused, in the reader's words and zone; other refusals speak for themselves. */
export async function codeRefused(ctx: Ctx, { message, data }: Refusal): Promise<string> {
  const refusal = data?.refused as CodeRefusal | undefined;
  if (!refusal) return message;
  const zone = await readingZone(ctx);
  return codeRefusalText(refusal, { moment: (at) => momentInZone(at, zone), service: serviceName });
}
