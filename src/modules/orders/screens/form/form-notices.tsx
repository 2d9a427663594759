import { Suspense } from "react";
import { latePart } from "#src/ui/late-part.ts";
import { Notice } from "#src/ui/notice.tsx";
import type { Earlier } from "./begun.server.ts";

type Props = {
  closed: string | null;
  lost: "form" | "quote" | "order" | null;
  kept: boolean;
  /** The number of the order that is ordered once more. */
  again?: string | null;
  /** Who filled in the form for this person. */
  partner?: string | null;
  failure?: string | null;
  earlier: Earlier | null;
};

const EarlierNotices = latePart(() => import("./later/earlier-notices.tsx"));

/** What a person should know before filling in the form. */
export const FormNotices = ({ closed, lost, kept, again, partner, failure, earlier }: Props) => (
  <>
    {closed && (
      <Notice tone="warn" className="mt-6" title={closed}>
        <p>No order can be placed now.</p>
      </Notice>
    )}
    {earlier && (
      <Suspense>
        <EarlierNotices {...earlier} />
      </Suspense>
    )}
    {kept && (
      <Notice tone="info" className="mt-6" title="You are signed in. What you typed is here.">
        <p>Check it, then place the order.</p>
      </Notice>
    )}
    {partner && (
      <Notice tone="info" className="mt-6" title={`${partner} filled in this form for you.`}>
        <p>
          Nothing is ordered yet. Check it, then place the order and pay. {partner} then sees the number, the state, the
          deadline and the price of this order. It does not see your texts, your files or your name.
        </p>
      </Notice>
    )}
    {again && (
      <Notice tone="info" className="mt-6" title={`This is the work of order ${again}.`}>
        <p>
          Choose a deadline and check the rest. Files of the earlier order are not copied. Add the ones that you need.
        </p>
      </Notice>
    )}
    {lost && (
      <Notice tone="warn" className="mt-6" title={`The ${lost} in this link is no longer available.`}>
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
