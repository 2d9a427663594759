import { useEffect, useRef } from "react";
import { Link, useFetcher } from "react-router";
import { formatDate, localOf } from "#src/shared/zone.ts";
import { Panel, PanelLink } from "#src/ui/admin-shell.tsx";
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
    <p className="mt-3.5 font-serif text-[1.125rem]/[1.6875rem] text-pretty normal-nums">
      {before}
      {was && <del className="cut">{was.trimEnd()}</del>} {is && <ins className="add">{is.trimEnd()}</ins>} {after}
    </p>
    <p className="mt-1 text-sm/5 text-pretty text-ink-2">
      <a href={to} target="_blank" rel="noreferrer">
        {label}
        <span className="vh"> (opens a new tab)</span>
      </a>
      {part && `, “${part}”`}
    </p>
  </>
);

const endNote = "mt-3.5 border-t border-slip-rule pt-3 text-sm/5 text-pretty text-ink-2";

/** Sentences of the shop's pages, the words struck and added that the values change. */
const WhatClientsRead = ({ pages }: { pages: WhatPeopleRead }) => {
  const all = pages.flatMap(({ label, address: to, sentences }) => sentences.map((one) => ({ ...one, label, to })));
  return (
    <div className="slip px-6 pt-5 pb-6">
      <div className="slip-head">
        <h2>What clients read</h2>
      </div>
      {all.slice(0, mostShown).map((one) => (
        <Sentence key={`${one.label} ${one.part} ${one.before}`} {...one} />
      ))}
      <p className={endNote}>
        {all.length > mostShown && `And ${all.length - mostShown} more sentences. `}
        The pages say so when you save.
      </p>
    </div>
  );
};

const ReadAt = ({ readAt }: Pick<SettingsPage, "readAt">) => (
  <div className="slip px-6 pt-5 pb-6">
    <div className="slip-head">
      <h2>Where people read it</h2>
    </div>
    <dl>
      {readAt.map(({ to, label, says }) => (
        <div key={label} className="border-t border-slip-rule py-3">
          <dt className="font-semibold">
            <a href={to} target="_blank" rel="noreferrer">
              {label}
              <span className="vh"> (opens a new tab)</span>
            </a>
          </dt>
          <dd className="text-sm/5 text-ink-2">{says}</dd>
        </div>
      ))}
    </dl>
    <p className={endNote}>These pages show the saved values. An open page shows a change after a second.</p>
  </div>
);

const withUnit = (text: string, unit: string): string => {
  const line = text.replaceAll("\n", ", ");
  const short = line.length > 40 ? `${line.slice(0, 39)}…` : line;
  return short === "" ? "nothing" : `${short}${unit && ` ${unit}`}`;
};

const sideRow = "border-t border-rule px-5 py-2.5 text-sm/5";
const sideText = "num wrap-anywhere text-ink-2";

const Changes = ({ changes, zone }: { changes: SettingsPage["changes"]; zone: string }) => (
  <Panel title="Last changes" aside={<PanelLink to="/admin/audit?what=settings">Audit</PanelLink>}>
    {changes.length === 0 ? (
      <p className="panel-pad soft">No changes yet.</p>
    ) : (
      <ul>
        {changes.map(({ name, label, before, after, unit, at, who, current }) => (
          <li key={name} className={sideRow}>
            <b className="font-semibold">{label}</b>
            <p className={sideText}>
              <del className="text-ink-3">{withUnit(before, "")}</del> {withUnit(after, unit)}
            </p>
            <div className="meta num mt-0.5 flex justify-between gap-3">
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
      <ul>
        {links.map(({ label, to, mean }) => (
          <li key={to} className={sideRow}>
            <Link to={to}>{label}</Link>
            <p className={sideText}>{mean}</p>
          </li>
        ))}
      </ul>
    </Panel>
  </aside>
);
