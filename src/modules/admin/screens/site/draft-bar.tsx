import type { ReactNode } from "react";
import { counted } from "#src/shared/counted.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel, UnsavedBar } from "#src/ui/admin-shell.tsx";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Status } from "#src/ui/status.tsx";

type Version = { number: number; at: string; author: string };
type Draft = {
  /** What it changes, in words. */
  changes: readonly string[];
  savedAt: Date | null;
  newer: unknown;
  revision: number;
};

type StateProps = { drafted: boolean; planned?: boolean; shipped: boolean; own?: { shown: boolean } | null };

/** Of a page of the operator's own it says whether visitors can read it. */
export const State = ({ drafted, planned = false, shipped, own }: StateProps) => {
  if (drafted)
    return (
      <Status shape="half" tone="you">
        Draft
      </Status>
    );
  if (planned) return <Status shape="clock">Planned</Status>;
  if (own && !own.shown)
    return (
      <Status shape="dash" tone="warn">
        Not shown
      </Status>
    );
  if (own) return <Status shape="check">Public</Status>;
  return shipped ? <Status shape="ring">Original</Status> : <Status shape="check">Changed</Status>;
};

type LineProps = {
  editor: Draft & { versions: readonly Version[]; planned?: unknown } & Pick<StateProps, "shipped" | "own">;
  zone: string;
  /** Where the public reads it. */
  address?: string;
  /** What it has: "9 questions". */
  facts?: string;
};

/** Whether there is a draft, when it was saved, and what is published. */
export const DraftLine = ({ editor, zone, address, facts }: LineProps) => {
  const { changes, savedAt, versions, shipped, own, planned } = editor;
  const [newest] = versions;
  return (
    <p className="pubmeta num flex flex-wrap items-center gap-y-1 text-(length:--text-sm) leading-5.5 text-ink-2 max-md:grid">
      <span>
        <State drafted={changes.length > 0} planned={!!planned} shipped={shipped} own={own ?? null} />
      </span>
      {address && <span translate="no">{address}</span>}
      {facts && <span>{facts}</span>}
      {changes.length > 0 && savedAt && <span>{`saved ${formatMoment(savedAt, zone)}`}</span>}
      <span>
        {newest ? `published ${formatMoment(new Date(newest.at), zone)}, ${newest.author}` : "nothing published yet"}
      </span>
      {newest && (
        <span>
          <a href="#versions">{`History, ${counted(versions.length, "version")}`}</a>
        </span>
      )}
    </p>
  );
};

type BarProps = {
  editor: Draft;
  /** Changes that the page knows of and the draft not yet. */
  typed?: readonly string[];
  /** What keeps it from being published: "One value needs correction: main colour." */
  wrong: string | null;
  /** It is published at the time that was chosen, not at once. */
  later?: boolean;
  saving: boolean;
  busy: boolean;
};

/** At the foot of the window while the draft differs: what keeps it from being published, and the way to do so. */
export const DraftBar = ({ editor, typed = editor.changes, wrong, later = false, saving, busy }: BarProps) => {
  const { changes, newer } = editor;
  const [publish, publishing] = later ? ["Plan", "Planning"] : ["Publish", "Publishing"];
  const save = (
    <Button name="step" value="save" variant="outline" small>
      Save and preview
    </Button>
  );
  if (changes.length === 0 && typed.length === 0) return <div className="no-script">{save}</div>;
  return (
    <UnsavedBar
      says={
        <>
          <b>{saving ? "Saving the draft." : "Draft not published."}</b>{" "}
          {wrong ? <span className="text-error">{wrong}</span> : `Changed: ${typed.join(", ")}.`}
        </>
      }
    >
      <Button name="step" value="discard" variant="outline" small>
        Discard the draft
      </Button>
      <div className="no-script contents">{save}</div>
      <Button name="step" value="publish" small busy={busy} disabled={wrong !== null || newer !== null}>
        {busy ? publishing : publish}
      </Button>
    </UnsavedBar>
  );
};

/** Makes a draft of a published version; version 0 is as shipped. */
const Restore = ({ version, name }: { version: number; name: string }) => (
  <Button name="step" value={`restore:${version}`} variant="quiet" small>
    Restore
    <span className="vh">{` ${name} as a draft`}</span>
  </Button>
);

const CompareLink = ({ to, name }: { to: string; name: string }) => (
  <LinkButton to={to} variant="quiet" small preventScrollReset>
    Compare
    <span className="vh">{` the draft with ${name}`}</span>
  </LinkButton>
);

type VersionsProps<V extends Version> = {
  editor: { versions: readonly V[]; revision: number; own?: { shown: boolean } | null };
  zone: string;
  /** What the shipped version is: "The original text of the product"; none of what an operator made. */
  shipped?: string;
  /** Where the draft is compared with a version; none: there is nothing to compare. */
  compare?: (version: number) => string;
  /** A picture of a version, null of the shipped one. */
  mark?: (version: V | null) => ReactNode;
};

const Newest = ({ own }: Pick<StateProps, "own">) =>
  own && !own.shown ? <State drafted={false} shipped={false} own={own} /> : <Status shape="check">Public</Status>;

const versionRow = "flex min-h-15 items-center gap-3 border-t border-rule px-5 py-2";

/** What was published, newest first, down to the shipped version. Restoring one makes a draft. */
export const Versions = <V extends Version>({ editor, zone, shipped, compare, mark }: VersionsProps<V>) => (
  <Panel id="versions" title="Versions" aside={<span className="small muted">Restoring makes a draft</span>}>
    <Form method="post" preventScrollReset>
      <input type="hidden" name="seen" value={editor.revision} />
      <ul>
        {editor.versions.map((one, index) => (
          <li key={one.number} className={versionRow}>
            {mark?.(one)}
            <div className="mr-auto">
              <b className="strong">{`Version ${one.number}`}</b>
              <p className="meta">{`${formatMoment(new Date(one.at), zone)}, ${one.author}`}</p>
            </div>
            {compare && <CompareLink to={compare(one.number)} name={`version ${one.number}`} />}
            {index === 0 ? (
              <Newest own={editor.own ?? null} />
            ) : (
              <Restore version={one.number} name={`version ${one.number}`} />
            )}
          </li>
        ))}
        {shipped && (
          <li className={versionRow}>
            {mark?.(null)}
            <div className="mr-auto">
              <b className="strong">Original</b>
              <p className="meta">{shipped}</p>
            </div>
            {compare && <CompareLink to={compare(0)} name="the original" />}
            {editor.versions.length === 0 ? (
              <Status shape="check">Public</Status>
            ) : (
              <Restore version={0} name="the original" />
            )}
          </li>
        )}
      </ul>
    </Form>
  </Panel>
);
