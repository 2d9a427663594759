import { useOutletContext } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { flashOf } from "#src/platform/flash.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { countUpTo } from "#src/shared/counted.ts";
import { Empty } from "#src/ui/empty.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useFlash } from "#src/ui/use-sent.ts";
import type { Route } from "./+types/none.ts";
import type { InboxContext } from "./answering.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  requireAdmin(context.get(requestContext), request, "chat");
  return { did: flashOf(request) };
}

const sentence = (waiting: number): string => {
  if (waiting === 0) return "Nobody waits for an answer.";
  if (waiting === 1) return "One person waits for an answer.";
  return `${countUpTo(waiting)} people wait for an answer.`;
};

/** No chat is chosen: no session exists. */
export default function NoChat({ loaderData }: Route.ComponentProps) {
  const { counts } = useOutletContext<InboxContext>();
  const closed = useFlash(loaderData.did || null) === "closed-one";
  return (
    <section className="grid min-h-0 min-w-0 place-content-center bg-sheet p-6 max-lg:hidden" aria-labelledby="no-chat">
      {closed && <Notice tone="ok" live title="The chat is closed." className="mb-6" />}
      <Empty art title={<span id="no-chat">No chat is open</span>}>
        {`${sentence(counts.waiting + counts.enquiries)} Choose one from the list.`}
      </Empty>
    </section>
  );
}
