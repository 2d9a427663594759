import { requirePerson } from "#src/modules/accounts/index.server.ts";
import { textLengths } from "#src/modules/files/index.server.ts";
import { jsonAnswer } from "#src/platform/json.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { done } from "#src/shared/outcome.ts";
import { describeLength, type LengthText } from "../../domain/text-length.ts";
import type { Route } from "./+types/order-text-length.ts";

export type LengthAnswer = LengthText & { waiting: boolean };

/** How many words the files of a form have, for a script of the page: in words, and the pages that they make. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  const ids = (new URL(request.url).searchParams.get("files") ?? "").split(",").filter(Boolean);
  const counted = await textLengths(ctx, ids);
  if (!counted.ok) return jsonAnswer(counted, ctx);
  const answer: LengthAnswer = { waiting: counted.value.waiting, ...describeLength(counted.value.files) };
  return jsonAnswer(done(answer), ctx);
}
