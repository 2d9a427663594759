import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Link, useFetcher, useLocation, useNavigate } from "react-router";
import { markedParts } from "#src/shared/search.ts";
import {
  Clock,
  type Drawing,
  Icon,
  Inbox,
  LayoutDashboard,
  List,
  ReceiptText,
  Search,
  SquarePen,
  Tag,
  Users,
  X,
} from "#src/ui/icons.tsx";
import { Status } from "#src/ui/status.tsx";
import { readVisited } from "./last-visited.ts";
import type { Hit, HitGroup } from "./search.server.ts";

type Found = { search: string; groups: readonly HitGroup[] };

const drawings: Readonly<Record<HitGroup["key"], Drawing>> = {
  last: Clock,
  orders: List,
  people: Users,
  chats: Inbox,
  money: ReceiptText,
  codes: Tag,
  pages: LayoutDashboard,
  actions: SquarePen,
};

const pauseMs = 180;

/** The answer to what was typed last; the first one is what can be done without typing. */
function useFound(text: string): { found: Found | undefined; busy: boolean } {
  const { load, data, state } = useFetcher<Found>();
  useEffect(() => {
    const later = setTimeout(() => load(`/admin/search?search=${encodeURIComponent(text)}`), text === "" ? 0 : pauseMs);
    return () => clearTimeout(later);
  }, [text, load]);
  return { found: data, busy: state !== "idle" || (data !== undefined && data.search !== text) };
}

/** Where this admin was last, but for the page that is open; known before anything is asked for. */
function useLast(me: string): HitGroup {
  const { pathname } = useLocation();
  const [places] = useState(() => readVisited(() => localStorage, me));
  const hits = places.filter(({ to }) => to !== pathname).slice(0, 5);
  return {
    ...{ key: "last", label: "Last visited" },
    hits: hits.map(({ to, title }) => ({ key: `last ${to}`, to, title, note: "", aside: "" })),
  };
}

/** The rest of a kind, as an entry of its own. */
const withRest = ({ key, label, hits, count, all }: HitGroup): readonly Hit[] =>
  all && count !== `${hits.length}`
    ? [...hits, { key: `all ${key}`, to: all, title: `All ${count} in ${label}`, note: "", aside: "" }]
    : hits;

const Marked = ({ text, search }: { text: string; search: string }) =>
  markedParts(text, search).map((part) =>
    part.hit ? (
      <em key={part.at} className="font-sans font-semibold text-pen not-italic">
        {part.text}
      </em>
    ) : (
      part.text
    ),
  );

type OptionProps = {
  hit: Hit;
  drawing: Drawing;
  search: string;
  chosen: boolean;
  close: () => void;
  point: () => void;
};

const Option = ({ hit, drawing, search, chosen, close, point }: OptionProps) => (
  <Link
    id={`hit-${hit.key}`}
    to={hit.to}
    role="option"
    aria-selected={chosen}
    tabIndex={-1}
    className="grid min-h-11 grid-cols-[22px_minmax(0,1fr)_auto] items-center gap-x-3.5 border-l-3 border-transparent py-[5px] pr-5 pl-[17px] text-ink no-underline aria-selected:border-pen aria-selected:bg-pen-tint max-md:min-h-13 max-md:px-4"
    onClick={close}
    onPointerMove={point}
  >
    <Icon of={drawing} className="size-5 text-ink-3" />
    <span className="truncate">
      <Marked text={hit.title} search={search} />{" "}
      <small className="ml-2 text-(length:--text-sm) text-ink-3 max-md:ml-0 max-md:block">
        <Marked text={hit.note} search={search} />
      </small>
    </span>
    <span className="text-(length:--text-sm) whitespace-nowrap text-ink-3">
      {hit.shown ? (
        <Status shape={hit.shown.shape} tone={hit.shown.tone}>
          {hit.shown.text}
        </Status>
      ) : (
        hit.aside
      )}
    </span>
  </Link>
);

type ListProps = {
  groups: readonly HitGroup[];
  search: string;
  at: string | undefined;
  setAt: (key: string) => void;
  close: () => void;
};

const groupHead = "flex justify-between px-5 pt-3 pb-1 text-sm leading-5 font-semibold text-ink-3";

const Groups = ({ groups, search, at, setAt, close }: ListProps) =>
  groups.map(({ key, label, hits, ...rest }) => (
    <fieldset key={key} aria-labelledby={`group-${key}`}>
      <p className={groupHead} id={`group-${key}`}>
        {label}
        {rest.count && <span>{`${hits.length} of ${rest.count}`}</span>}
      </p>
      {withRest({ key, label, hits, ...rest }).map((hit) => (
        <Option
          key={hit.key}
          hit={hit}
          drawing={drawings[key]}
          search={search}
          chosen={hit.key === at}
          close={close}
          point={() => setAt(hit.key)}
        />
      ))}
    </fieldset>
  ));

const statusText = (found: Found | undefined, busy: boolean, count: number): string => {
  if (busy || !found) return "Searching";
  if (count === 0) return `Nothing matches "${found.search.trim()}".`;
  return count === 1 ? "1 result" : `${count} results`;
};

const keyLine = "inline-flex items-center gap-1.5";

const Foot = ({ help }: { help: () => void }) => (
  <div className="row gap-x-5 gap-y-1 border-t border-rule-strong bg-well py-1 pr-2 pl-5 text-(length:--text-sm) text-ink-3 max-md:hidden">
    <span className={keyLine}>
      <b className="kbd">↑</b> <b className="kbd">↓</b> move
    </span>
    <span className={keyLine}>
      <b className="kbd">Enter</b> open
    </span>
    <span className={keyLine}>
      <b className="kbd">Ctrl</b> <b className="kbd">Enter</b> in a new tab
    </span>
    <button type="button" className="btn btn-quiet btn-sm ml-auto" onClick={help}>
      All keys
    </button>
  </div>
);

/** One field for everything: orders, people, chats, money, codes, pages and actions (the combobox pattern of ARIA). */
export default function Palette({ me, close, help }: { me: string; close: () => void; help: () => void }) {
  const box = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [at, setAt] = useState<string>();
  const { found, busy } = useFound(text);
  const navigate = useNavigate();
  const last = useLast(me);
  const untyped = text.trim() === "";
  const asked = found?.groups.filter(() => !untyped || found.search.trim() === "") ?? [];
  const groups = untyped && last.hits.length > 0 ? [last, ...asked] : asked;
  const hits = groups.flatMap(withRest);
  const index = Math.max(
    0,
    hits.findIndex(({ key }) => key === at),
  );
  const chosen = hits[index];
  useEffect(() => {
    const before = document.activeElement;
    box.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const step = (by: number) => {
    const next = hits[(index + by + hits.length) % Math.max(1, hits.length)];
    if (!next) return;
    setAt(next.key);
    document.getElementById(`hit-${next.key}`)?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      step(event.key === "ArrowDown" ? 1 : -1);
    }
    if (event.key !== "Enter" || !chosen) return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) return void window.open(chosen.to, "_blank", "noopener");
    close();
    void navigate(chosen.to);
  };
  return (
    <dialog
      ref={box}
      className="dialog modal w-[min(100%-40px,42rem)] max-w-none gap-0 overflow-clip p-0 text-[1rem]/[1.375rem] open:block max-md:m-0 max-md:min-h-full max-md:w-full max-md:rounded-none max-md:border-0"
      aria-label="Search the admin area"
      onClose={close}
    >
      <div className="grid grid-cols-[22px_minmax(0,1fr)_auto] items-center gap-3.5 border-b border-rule-strong pr-1 pl-5 focus-within:[box-shadow:inset_0_-2px_0_var(--color-pen)]">
        <Icon of={Search} className="size-5.5 text-ink-3" />
        <input
          type="text"
          className="min-h-15 min-w-0 border-0 bg-transparent p-0 text-[1.25rem] text-pen outline-none"
          role="combobox"
          aria-label="Search orders, people, chats, payments, codes, pages and actions"
          aria-expanded={hits.length > 0}
          aria-controls="palette-list"
          aria-autocomplete="list"
          aria-activedescendant={chosen && `hit-${chosen.key}`}
          placeholder="Number, title, name, e-mail, reference or page"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="btn-icon" aria-label="Close" onClick={() => box.current?.close()}>
          <Icon of={X} />
        </button>
      </div>
      <p className="vh" role="status">
        {statusText(found, busy, hits.length)}
      </p>
      <div
        className="max-h-[min(36rem,60vh)] min-h-32 overflow-y-auto pt-1 pb-2 max-md:max-h-none"
        id="palette-list"
        role="listbox"
        aria-label="Results"
        tabIndex={-1}
      >
        <Groups groups={groups} search={found?.search ?? ""} at={chosen?.key} setAt={setAt} close={close} />
        {found && hits.length === 0 && <p className={groupHead}>{statusText(found, busy, 0)}</p>}
      </div>
      <Foot help={help} />
    </dialog>
  );
}
