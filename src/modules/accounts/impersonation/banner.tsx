import { Button } from "#src/ui/button.tsx";
import { Eye, Icon } from "#src/ui/icons.tsx";
import { endImpersonationPath } from "../domain/policy.ts";

/**
 * On every page that an admin sees as somebody else. `until` is in the admin's time. Its form names no owner: it ends the
 * view of the session that sends it.
 */
export const ImpersonationBanner = ({ name, until }: { name: string; until: string }) => (
  <aside className="strip view-strip no-print" aria-label="Whose view this is">
    <p>
      <Icon of={Eye} />
      <b className="wrap-anywhere">{`You see the pages as ${name}`}</b>
      <span>{`Read only, until ${until}. Every page is recorded.`}</span>
    </p>
    <form method="post" action={endImpersonationPath}>
      <Button small variant="outline">
        End this view
      </Button>
    </form>
  </aside>
);
