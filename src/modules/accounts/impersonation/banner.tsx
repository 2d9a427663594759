import { Button } from "#src/ui/button.tsx";
import { Eye, Icon } from "#src/ui/icons.tsx";
import { endImpersonationPath } from "../domain/policy.ts";

/**
 * On every page that an admin sees as somebody else. `until` is in the admin's time. Its form names no owner: it ends the
 * view of the session that sends it.
 */
export const ImpersonationBanner = ({ name, until }: { name: string; until: string }) => (
  <aside
    className="strip no-print top-0 z-(--z-sticky) items-center gap-x-5 gap-y-2 bg-pen text-on-pen [position:sticky]"
    aria-label="Whose view this is"
  >
    <p className="flex flex-wrap items-center justify-center gap-x-3 gap-y-0.5">
      <Icon of={Eye} />
      <b className="wrap-anywhere">{`You see the pages as ${name}`}</b>
      <span>{`Read only, until ${until}. Every page is recorded.`}</span>
    </p>
    <form method="post" action={endImpersonationPath}>
      <Button small variant="outline" className="border-current bg-transparent text-inherit">
        End this view
      </Button>
    </form>
  </aside>
);
