import { sealPath } from "#src/modules/accounts/index.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";

/** Above what is shown of somebody whose data is sealed. */
export const SealedNotice = ({ personId }: { personId: string }) => (
  <Notice
    tone="warn"
    title="The client’s data is sealed"
    className="mb-6"
    actions={
      <LinkButton small variant="outline" to={sealPath(personId)}>
        Open with a reason and a second person
      </LinkButton>
    }
  >
    <p>The client reported a threat. You can do all steps without names and texts.</p>
  </Notice>
);
