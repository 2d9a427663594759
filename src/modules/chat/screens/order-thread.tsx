import { Suspense } from "react";
import { latePart } from "#src/ui/late-part.ts";
import "#src/ui/styles/pages/chat.css";
import "#src/ui/styles/pages/chat-log.css";
import type { RefusedForm } from "#src/shared/outcome.ts";
import "#src/ui/styles/pages/thread.css";
import type { OrderThreadData } from "../threads/order-thread.server.ts";
import type { Pause } from "./live-thread.tsx";

const Conversations = latePart(() => import("./conversations.tsx"));

type Props = {
  thread: OrderThreadData;
  pause?: Pause | undefined;
  /** The refused message of a form without scripts. */
  refused: RefusedForm | undefined;
};

/**
 * What the people of an order write to each other, and to Support. It is in the page as the server wrote it; its scripts
 * are loaded beside the page's own.
 */
export const OrderThread = (props: Props) => (
  <section className="thread no-print" id="conversation" aria-label="Who you can write to">
    <h2 className="t2">Conversation</h2>
    <Suspense>
      <Conversations {...props} />
    </Suspense>
  </section>
);
