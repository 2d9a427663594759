import { useState } from "react";
import { useNavigation } from "react-router";
import { Button } from "#src/ui/button.tsx";
import { ConfirmActions, Question } from "#src/ui/confirm.tsx";
import { Form } from "#src/ui/form.tsx";
import { StepUp } from "#src/ui/step-up.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { ConfirmHere } from "./confirm-here.tsx";
import type { Asking } from "./with-proof.server.ts";

/** The form that was sent last from this page; null before the first, and when scripts came after it. */
const useLastSent = (): FormData | null => {
  const { formData } = useNavigation();
  const [sent, setSent] = useState<FormData | null>(null);
  if (formData && formData !== sent) setSent(formData);
  return sent;
};

const confirmFields = ["password", "passkey", "factorCode", "intent"];

/** What a form held when it was sent, for a form that sends the same again; without proofs of identity. */
export const SentFields = ({ sent }: { sent: FormData }) =>
  [...sent].map(([name, value]) =>
    typeof value === "string" && !confirmFields.includes(name) ? (
      <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
    ) : null,
  );

/**
 * Asks who it is when the page's form was refused for want of that, and sends the same form again with the proof; the
 * page's action answers by `withProof`. Without scripts, or closed, it is a notice with the way to another tab.
 */
export const ConfirmDialog = ({ answer, className }: { answer: Asking | undefined; className?: string }) => {
  const sent = useLastSent();
  const busy = useSent() !== undefined;
  const [closed, setClosed] = useState<Asking | null>(null);
  if (!answer?.stepUp) return null;
  if (!sent || closed === answer) return <StepUp {...(className && { className })} />;
  return (
    <Question open setOpen={() => setClosed(answer)} title="Confirm that it is you">
      <Form method="post" className="stack [--gap:20px]" preventScrollReset>
        <SentFields sent={sent} />
        <ConfirmHere refused={answer} />
        <ConfirmActions keep="Not now">
          <Button small busy={busy}>
            {busy ? "Sending" : "Confirm and continue"}
          </Button>
        </ConfirmActions>
      </Form>
    </Question>
  );
};
