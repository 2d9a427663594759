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

/** A form that the person began elsewhere: it goes on here, or makes room for a new one. */
const BegunNotice = ({ begun: { path, ago, what } }: { begun: Begun }) => (
  <Notice
    tone="info"
    className="mt-6"
    title={`You began ${what} elsewhere, ${ago}.`}
    actions={
      <>
        <a className="btn btn-outline btn-sm" href={`${path}?draft`}>
          Continue it
        </a>
        <form method="post" action="/order/draft">
          <input type="hidden" name="draftPath" value={path} />
          <button type="submit" name="forget" className="btn btn-quiet btn-sm">
            Start anew
          </button>
        </form>
      </>
    }
  >
    <p>On another device, or here before you signed in again. It stays as it is until you choose.</p>
  </Notice>
);

/** What a person should know before filling in the form. */
export const FormNotices = ({ closed, lost, kept, again, failure, begun }: Props) => (
  <>
    {closed && (
      <Notice tone="warn" className="mt-6" title={closed}>
        <p>No order can be placed now.</p>
      </Notice>
    )}
    {begun && <BegunNotice begun={begun} />}
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
