import type { Judged } from "#src/modules/operator/index.ts";
import { readColour, shippedColour } from "#src/modules/operator/index.ts";
import { counted } from "#src/shared/counted.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Status } from "#src/ui/status.tsx";
import type { BrandEditor } from "../../brand/brand-editor.ts";
import { Restore } from "./draft-notices.tsx";
import { Swatch } from "./swatch.tsx";

type Props = { editor: BrandEditor; zone: string };

/** Whether there is a draft, when it was saved, and what is published. */
export const DraftLine = ({ editor, zone, saving }: Props & { saving: boolean }) => {
  const { changes, savedAt, versions } = editor;
  const [newest] = versions;
  return (
    <p className="pubmeta">
      {changes.length > 0 && savedAt && (
        <>
          <span>
            <Status shape="half" tone="you">
              Draft
            </Status>
          </span>
          <span>
            {saving ? "Saving" : `${counted(changes.length, "change")}, saved ${formatMoment(savedAt, zone)}`}
          </span>
        </>
      )}
      <span>
        {newest ? (
          <>
            <b>Published</b> {`${formatMoment(new Date(newest.at), zone)}, ${newest.author}`}
          </>
        ) : (
          "As shipped: nothing was published yet"
        )}
      </span>
      {versions.length > 0 && (
        <span>
          <a href="#history">{`History, ${counted(versions.length, "version")}`}</a>
        </span>
      )}
    </p>
  );
};

const changesNow = ({ changes, published }: BrandEditor, typed: string): number => {
  const colour = (readColour(typed) ?? typed) === (published.colour || shippedColour) ? 0 : 1;
  return changes.filter((label) => label !== "main colour").length + colour;
};

/** At the foot of the window while the draft differs: what keeps it from being published, and the way to do so. */
export const PublishBar = ({
  editor,
  typed,
  judged,
  busy,
}: {
  editor: BrandEditor;
  typed: string;
  judged: Judged;
  busy: boolean;
}) => {
  const count = changesNow(editor, typed);
  if (count === 0 && editor.changes.length === 0) return null;
  return (
    <div className="unsaved">
      <p aria-live="polite">
        <b>{`Draft: ${counted(count, "change")} not published.`}</b>{" "}
        {!judged.ok && <span className="bad">One value needs correction: main colour.</span>}
      </p>
      <Button name="step" value="discard" variant="outline" small>
        Discard
      </Button>
      <div className="no-script contents">
        <Button name="step" value="save" variant="outline" small>
          Save and preview
        </Button>
      </div>
      <Button name="step" value="publish" small busy={busy} disabled={!judged.ok || editor.newer !== null}>
        {busy ? "Publishing" : "Publish"}
      </Button>
    </div>
  );
};

const Row = ({ of, zone, inForce }: { of: BrandEditor["versions"][number]; zone: string; inForce: boolean }) => (
  <li className="bver">
    <Swatch colour={of.colour || shippedColour} />
    <div className="min-w-0">
      <b className="strong">{`Version ${of.number}`}</b> {inForce && <Status shape="check">Published</Status>}
      <p className="mean">
        <span translate="no">{of.colour || "As shipped"}</span>
        {`, ${of.author}, ${formatMoment(new Date(of.at), zone)}`}
      </p>
    </div>
    {!inForce && <Restore version={of.number} name={`version ${of.number}`} />}
  </li>
);

/** What was published, newest first. Restoring one makes a draft. */
export const BrandHistory = ({ editor: { versions, revision }, zone }: Props) =>
  versions.length > 0 && (
    <Panel id="history" title="History" aside={<span className="small muted">Restoring makes a draft</span>}>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="seen" value={revision} />
        <ul>
          {versions.map((one, at) => (
            <Row key={one.number} of={one} zone={zone} inForce={at === 0} />
          ))}
          <li className="bver">
            <Swatch colour={shippedColour} />
            <div>
              <b className="strong">As shipped</b>
              <p className="mean">Before the first version</p>
            </div>
            <Restore version={0} name="the look as shipped" />
          </li>
        </ul>
      </Form>
    </Panel>
  );
