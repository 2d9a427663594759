import { Panel } from "#src/ui/admin-shell.tsx";

/** The way to everything about the order in one archive. */
export const CaseFilePanel = ({ orderId, disputed }: { orderId: string; disputed: boolean }) => (
  <div id="case-file">
    <Panel title="Case file" pad>
      <p className="small soft mb-3">
        Brief, versions, conversations, history, consents, money and files in one archive, with a hash of each.
        {disputed && " The order is disputed, so messages are in it as they were typed."} The audit log keeps who took
        it.
      </p>
      <a className="btn btn-outline btn-sm" href={`/admin/orders/${orderId}/case-file.zip`}>
        Take the case file
      </a>
    </Panel>
  </div>
);
