import { useEffect, useRef } from "react";
import { Link, useFetcher } from "react-router";
import { formatDate, localOf } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import type { SettingsPage, WhatPeopleRead } from "../../settings/settings-page.ts";
import { UndoButton } from "./setting-row.tsx";

const afterMs = 300;

/**
 * What the pages would say with what is typed: `read` asks for it when the typing pauses, with the values by the names of
 * their settings; none of them clears it.
 */
export function useWhatClientsRead() {
  const { load, data } = useFetcher<{ pages: WhatPeopleRead }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const read = (edits: readonly [name: string, value: string][]) => {
    clearTimeout(timer.current);
    const short = edits.filter(([, value]) => value.length <= 500).slice(0, 40);
    if (short.length === 0) return;
    timer.current = setTimeout(() => load(`/admin/settings/read?${new URLSearchParams([...short])}`), afterMs);
  };
  return { pages: data?.pages ?? [], read };
}

const mostShown = 6;

type Shown = WhatPeopleRead[number]["sentences"][number] & { to: string; label: string };

const Sentence = ({ part, before, was, is, after, to, label }: Shown) => (
  <>
    <p>
      {before}
      {was && <del className="cut">{was.trimEnd()}</del>} {is && <ins className="add">{is.trimEnd()}</ins>} {after}
    </p>
    <p className="from">
      <a href={to} target="_blank" rel="noreferrer">
        {label}
        <span className="vh"> (opens a new tab)</span>
      </a>
      {part && `, “${part}”`}
    </p>
  </>
);

/** Sentences of the shop's pages, the words struck and added that the values change. */
const WhatClientsRead = ({ pages }: { pages: WhatPeopleRead }) => {
  const all = pages.flatMap(({ label, address: to, sentences }) => sentences.map((one) => ({ ...one, label, to })));
  return (
    <div className="slip prints">
      <div className="slip-head">
        <h2>What clients read</h2>
      </div>
      {all.slice(0, mostShown).map((one) => (
        <Sentence key={`${one.label} ${one.part} ${one.before}`} {...one} />
      ))}
      <p className="same">
        {all.length > mostShown && `And ${all.length - mostShown} more sentences. `}
        The pages say so when you save.
      </p>
    </div>
  );
};

const ReadAt = ({ readAt }: Pick<SettingsPage, "readAt">) => (
  <div className="slip prints">
    <div className="slip-head">
      <h2>Where people read it</h2>
    </div>
    <dl>
      {readAt.map(({ to, label, says }) => (
        <div key={label}>
          <dt>
            <a href={to} target="_blank" rel="noreferrer">
              {label}
              <span className="vh"> (opens a new tab)</span>
            </a>
          </dt>
          <dd>{says}</dd>
        </div>
      ))}
    </dl>
    <p className="same">These pages show the saved values. An open page shows a change after a second.</p>
  </div>
);

const withUnit = (text: string, unit: string): string => {
  const line = text.replaceAll("\n", ", ");
  const short = line.length > 40 ? `${line.slice(0, 39)}…` : line;
  return short === "" ? "nothing" : `${short}${unit && ` ${unit}`}`;
};

const Changes = ({ changes, zone }: { changes: SettingsPage["changes"]; zone: string }) => (
  <Panel
    title="Last changes"
    aside={
      <Link className="small" to="/admin/audit?what=settings">
        Audit
      </Link>
    }
  >
    {changes.length === 0 ? (
      <p className="panel-pad soft">No changes yet.</p>
    ) : (
      <ul className="changes">
        {changes.map(({ name, label, before, after, unit, at, who, current }) => (
          <li key={name}>
            <b>{label}</b>
            <p className="val">
              <del>{withUnit(before, "")}</del> {withUnit(after, unit)}
            </p>
            <div className="meta">
              <span>{`${who}, ${formatDate(at, zone)}, ${localOf(at, zone).time}`}</span>
              {current ? <UndoButton name={name} label={label} /> : <span>undone</span>}
            </div>
          </li>
        ))}
      </ul>
    )}
  </Panel>
);

type Props = {
  page: SettingsPage;
  zone: string;
  links: readonly { label: string; to: string; mean: string }[];
  /** What the pages would say with what is typed. */
  changed: WhatPeopleRead;
};

/** Beside the settings: where they are read, what was changed last, and what has a screen of its own. */
export const SettingsSide = ({ page, zone, links, changed }: Props) => (
  <aside className="panels">
    <div role="status">{changed.length > 0 && <WhatClientsRead pages={changed} />}</div>
    {changed.length === 0 && page.readAt.length > 0 && <ReadAt readAt={page.readAt} />}
    <Changes changes={page.changes} zone={zone} />
    <Panel title="On pages of their own">
      <ul className="changes">
        {links.map(({ label, to, mean }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
            <p className="val">{mean}</p>
          </li>
        ))}
      </ul>
    </Panel>
  </aside>
);
