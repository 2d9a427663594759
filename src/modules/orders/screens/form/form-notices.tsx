import { Suspense } from "react";
import { latePart } from "#src/ui/late-part.ts";
import { Notice } from "#src/ui/notice.tsx";
import type { Begun } from "./begun.server.ts";

type Props = {
  closed: string | null;
  lost: "form" | "quote" | "order" | null;
  kept: boolean;
  /** The number of the order that is ordered once more. */
  again?: string | null;
  failure?: string | null;
  begun: Begun | null;
};

const BegunNotice = latePart(() => import("./later/begun-notice.tsx"));

/** What a person should know before filling in the form. */
export const FormNotices = ({ closed, lost, kept, again, failure, begun }: Props) => (
  <>
    {closed && (
      <Notice tone="warn" className="mt-6" title={closed}>
        <p>No order can be placed now.</p>
      </Notice>
    )}
    {begun && (
      <Suspense>
        <BegunNotice begun={begun} />
      </Suspense>
    )}
    {kept && (
      <Notice tone="info" className="mt-6" title="You are signed in. What you typed is here.">
        <p>Check it, then place the order.</p>
      </Notice>
    )}
    {again && (
      <Notice tone="info" className="mt-6" title={`This is the work of order ${again}.`}>
        <p>Choose a deadline and check the rest. Files from before are not taken along: add those that are needed.</p>
      </Notice>
    )}
    {lost && (
      <Notice tone="warn" className="mt-6" title={`The ${lost} of this address is not there any more.`}>
        <p>Fill in the form to get a price.</p>
      </Notice>
    )}
    {failure && (
      <Notice tone="warn" className="mt-6">
        Prices could not be refreshed. You see the standard prices. We confirm the total before you pay.
      </Notice>
    )}
  </>
);
