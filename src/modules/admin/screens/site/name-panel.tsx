import { Link } from "react-router";
import { Panel } from "#src/ui/admin-shell.tsx";

/** As many characters as the top of a page shows (ui/wordmark.tsx). */
const fits = 24;

/** The shop's name as it is published; it is edited with the other settings. */
export const NamePanel = ({ name }: { name: string }) => (
  <Panel title="Name">
    <div className="brow">
      <div>
        <b className="lab">Name of the shop</b>
        <p className="mean">{`${fits} characters fit at the top of a page. Longer names become smaller, then they are cut there.`}</p>
      </div>
      <div className="ctl">
        <p className="wrap-anywhere" translate="no">
          {name}
        </p>
        <p className="mean flex flex-wrap justify-between gap-x-4">
          <Link to="/admin/settings?group=site">Change it in Settings</Link>
          <span>{`${[...name].length} of ${fits}`}</span>
        </p>
      </div>
    </div>
  </Panel>
);
