import { blockNodes, inlineNodes } from "#src/modules/operator/index.screens.ts";
import type { PageText } from "#src/modules/operator/index.server.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Prose } from "#src/ui/reading.tsx";

/** The draft as visitors would read it: a picture, nothing in it can be reached. */
export const PagePreview = ({ page, address }: { page: PageText; address: string }) => (
  <Panel title="Preview" aside={<span className="small muted">of the draft</span>}>
    <div className="page-pv" inert>
      <p className="pv-crumb" translate="no">
        {address}
      </p>
      <p className="d3">{page.title}</p>
      {page.lede && <p className="lede">{inlineNodes(page.lede)}</p>}
      <Prose>{blockNodes(page.blocks, {})}</Prose>
    </div>
    <p className="pv-note small muted">
      Words with a dotted line come from settings. They change when the setting changes.
    </p>
  </Panel>
);
