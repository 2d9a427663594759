import { counted } from "#src/shared/counted.ts";
import type { FieldError } from "#src/shared/outcome.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Status } from "#src/ui/status.tsx";
import type { PageEditor } from "../../pages/page-editor.ts";
import { Restore } from "./draft-notices.tsx";

type Props = { editor: PageEditor; zone: string };

const flashes: Readonly<Record<string, string>> = {
  save: "The draft is saved. Visitors see it when you publish.",
  discard: "The draft is gone. You see what is published.",
  merge: "Their changes are in your draft now. What you changed stays yours.",
  restore: "Your draft is that version now. Nothing is published yet.",
  published: "Published. Visitors read it within 3 seconds.",
};

/** What was done just now, or why it was not. */
export const PageAnswer = ({ did, refused }: { did: string | null; refused: string | undefined }) => {
  if (refused) return <Notice tone="bad" live title={refused} className="mb-4" />;
  return did && flashes[did] ? <Notice tone="ok" live title={flashes[did]} className="mb-4" /> : null;
};

/** Whether there is a draft, when it was saved, and what is published. */
export const PageState = ({ editor: { changes, savedAt, shipped, versions, name }, zone }: Props) => {
  const [newest] = versions;
  return (
    <p className="pubmeta">
      <span>
        {changes.length > 0 && <Status shape="half">Draft</Status>}
        {changes.length === 0 &&
          (shipped ? <Status shape="ring">As shipped</Status> : <Status shape="check">Changed</Status>)}
      </span>
      <span translate="no">{`/${name}`}</span>
      {changes.length > 0 && savedAt && <span>{`saved ${formatMoment(savedAt, zone)}`}</span>}
      <span>
        {newest ? `published ${formatMoment(new Date(newest.at), zone)}, ${newest.author}` : "nothing published yet"}
      </span>
    </p>
  );
};

/** "line 13", or the field. */
const whereOf = ({ path, message }: FieldError): string =>
  (/^Line \d+/.exec(message)?.[0] ?? (path === "text" ? "the text" : `the ${path}`)).toLowerCase();

/** At the foot of the window while the draft differs: what keeps it from being published, and the way to do so. */
export const PageBar = ({ editor, saving, busy }: { editor: PageEditor; saving: boolean; busy: boolean }) => {
  const { changes, errors } = editor;
  const [first] = errors;
  if (changes.length === 0)
    return (
      <div className="no-script">
        <Button name="step" value="save" variant="outline" small>
          Save and preview
        </Button>
      </div>
    );
  return (
    <div className="unsaved">
      <p aria-live="polite">
        <b>{saving ? "Saving the draft." : "Draft not published."}</b>{" "}
        {first ? (
          <span className="bad">{`${counted(errors.length, "warning")} must be corrected: ${whereOf(first)}.`}</span>
        ) : (
          `Changed: ${changes.join(", ")}.`
        )}
      </p>
      <Button name="step" value="discard" variant="outline" small>
        Discard the draft
      </Button>
      <div className="no-script contents">
        <Button name="step" value="save" variant="outline" small>
          Save and preview
        </Button>
      </div>
      <Button name="step" value="publish" small busy={busy} disabled={errors.length > 0 || editor.newer !== null}>
        {busy ? "Publishing" : "Publish"}
      </Button>
    </div>
  );
};

/** What was published, newest first, down to the shipped text. Restoring one makes a draft. */
export const PageVersions = ({ editor: { versions, revision }, zone }: Props) => (
  <Panel title="Versions" aside={<span className="small muted">Restoring makes a draft</span>}>
    <Form method="post" preventScrollReset>
      <input type="hidden" name="seen" value={revision} />
      <ul className="vers">
        {versions.map(({ number, at, author }, index) => (
          <li key={number}>
            <div>
              <b>{`Version ${number}`}</b>
              <p className="meta">{`${formatMoment(new Date(at), zone)}, ${author}`}</p>
            </div>
            {index === 0 ? (
              <Status shape="check">Public</Status>
            ) : (
              <Restore version={number} name={`version ${number}`} />
            )}
          </li>
        ))}
        <li>
          <div>
            <b>As shipped</b>
            <p className="meta">The text that the product brings</p>
          </div>
          {versions.length === 0 ? (
            <Status shape="check">Public</Status>
          ) : (
            <Restore version={0} name="the text as shipped" />
          )}
        </li>
      </ul>
    </Form>
  </Panel>
);
