import { FormOwner } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import type { Begun, Earlier, Placed } from "../prefill.server.ts";

/** A form that the person began elsewhere: it continues here, or makes room for a new one. */
const BegunNotice = ({ begun: { path, ago, what } }: { begun: Begun }) => (
  <Notice
    tone="info"
    className="mt-6"
    title={`You started ${what} somewhere else, ${ago}.`}
    actions={
      <>
        <a className="btn btn-outline btn-sm" href={`${path}?draft`}>
          Continue it
        </a>
        <form method="post" action="/order/draft">
          <FormOwner />
          <input type="hidden" name="draftPath" value={path} />
          <button type="submit" name="forget" className="btn btn-quiet btn-sm">
            Start again
          </button>
        </form>
      </>
    }
  >
    <p>On another device, or here before you signed in again. Nothing happens to it until you choose.</p>
  </Notice>
);

const PlacedNotice = ({ placed: { title, ago, to, waits } }: { placed: Placed }) => (
  <Notice
    tone="info"
    className="mt-6"
    title={`You placed “${title}” ${ago}.`}
    actions={
      <a className="btn btn-outline btn-sm" href={to}>
        {waits ? "Go to its payment" : "See the order"}
      </a>
    }
  >
    <p>This form does not change it. What you fill in here becomes another order.</p>
  </Notice>
);

const EarlierNotices = ({ begun, placed }: Earlier) => (
  <>
    {placed && <PlacedNotice placed={placed} />}
    {begun && <BegunNotice begun={begun} />}
  </>
);

export default EarlierNotices;
