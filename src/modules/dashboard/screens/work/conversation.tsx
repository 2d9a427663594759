import { OrderThread } from "#src/modules/chat/index.screens.ts";
import { Sayings } from "../order-parts.tsx";
import { ActionBox, ActionButtons, type Asks } from "../step-form.tsx";
import type { ShownWriterOrder } from "../writer-order.server.ts";

type Props = { shown: ShownWriterOrder; asks: Asks };

/** The conversation, and the form for a question; a question stops the clock. */
export const Conversation = ({ shown, asks }: Props) => {
  const { forms, step } = shown;
  const hold = forms.filter(({ action }) => action === "hold");
  const [form] = hold;
  // The points of a revision stand above, where they are answered.
  const points = shown.handover.facts.points.length > 0;
  const asked = points ? shown.sayings.findLast(({ action }) => action === "request-revision") : undefined;
  const others = shown.sayings.filter((one) => one !== asked);
  const { refused } = asks;
  // Asking stands where one writes; without a conversation it is a form of its own.
  const pause = form && shown.thread?.thread ? { version: shown.order.version, ends: shown.pauseEnds } : undefined;
  if (others.length === 0 && hold.length === 0 && !shown.thread) return null;
  return (
    <div className="thread stack no-print [--gap:28px]" id="thread">
      {shown.thread && (
        <OrderThread thread={shown.thread} pause={pause} refused={refused?.action === "say" ? refused : undefined} />
      )}
      <Sayings sayings={others} />
      {step === "hold" && form ? (
        <ActionBox form={form} asks={asks} inset />
      ) : (
        hold.length > 0 &&
        !pause && (
          <div className="stack [--gap:12px]">
            <p className="small muted">
              You cannot continue without an answer? Then ask, and your work is paused until it is there.
            </p>
            <div className="row [--gap:12px]">
              <ActionButtons forms={hold} step={step} asks={asks} />
            </div>
          </div>
        )
      )}
    </div>
  );
};
