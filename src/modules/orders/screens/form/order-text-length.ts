import { requirePerson } from "#src/modules/accounts/index.server.ts";
import { textLengths } from "#src/modules/files/index.server.ts";
import { jsonAnswer } from "#src/platform/json.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { done } from "#src/shared/outcome.ts";
import { describeLength } from "../../domain/text-length.ts";
import type { Route } from "./+types/order-text-length.ts";

export type LengthAnswer = { waiting: boolean; said: string; pages: number | null };

/** How many words the files of a form have, for a script of the page: in words, and the pages that they make. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  const ids = (new URL(request.url).searchParams.get("files") ?? "").split(",").filter(Boolean);
  const counted = await textLengths(ctx, ids);
  if (!counted.ok) return jsonAnswer(counted, ctx);
  const { text: said, pages } = describeLength(counted.value.files);
  const answer: LengthAnswer = { waiting: counted.value.waiting, said, pages };
  return jsonAnswer(done(answer), ctx);
}
