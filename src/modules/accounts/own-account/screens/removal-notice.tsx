import { formatMoment } from "#src/shared/zone.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";

/** The lockPersonForAdmin was told that this factor is lost: its owner, who may know nothing of that, can stop it. */
export const RemovalNotice = ({ due, zone }: { due: Date; zone: string }) => (
  <Notice
    tone="warn"
    className="mb-6"
    title={`Your second factor will be removed on ${formatMoment(due, zone)}.`}
    actions={
      <LinkButton small to="/keep-second-factor">
        Keep my second factor
      </LinkButton>
    }
  >
    <p>An admin was told that you lost it. If you still have it, or did not ask for this, keep it.</p>
  </Notice>
);
