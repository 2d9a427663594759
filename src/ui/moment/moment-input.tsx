import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { CalendarDays, Icon } from "../icons.tsx";
import { latePart, patiently } from "../late-part.ts";
import type { Moment, MomentProps } from "./moment.ts";
import { MomentLists } from "./moment-lists.tsx";

const load = () => import("./calendar.tsx");
const Calendar = latePart(load);
const fetchCalendar = (): void => void patiently(load);
const reaches = ["pointerenter", "focusin"] as const;

const names = { deadlineDate: "date", deadlineTime: "time", deadlineZone: "zone" } as const;

/** What stands in the lists that the server wrote. */
const listed = (box: HTMLElement): Partial<Moment> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([name, part]) => {
      const list = box.querySelector<HTMLSelectElement>(`select[name=${name}]`);
      return list ? [[part, list.value]] : [];
    }),
  );

type Taking = { taken: boolean; seen: boolean };

/**
 * The lists stay until somebody sees them, and as long as somebody is in one of them: taking hundreds of choices out of a
 * page that has just begun to work would hold it up. A day that was chosen in them before scripts worked is taken at once.
 */
const useTaken = (box: RefObject<HTMLElement | null>, { onMove }: MomentProps): Taking => {
  const [{ taken, seen }, setState] = useState<Taking>({ taken: false, seen: false });
  const latest = useRef(onMove);
  useEffect(() => {
    const lists = box.current;
    if (!lists || seen) return;
    // A page that the browser itself drew has no lists.
    const isBare = lists.querySelector("select") === null;
    const take = (isSeen: boolean) => {
      const typed = listed(lists);
      if (typed.date) latest.current(typed);
      if (typed.date || isSeen || isBare) setState({ taken: true, seen: isSeen });
    };
    const isInside = () => lists.contains(document.activeElement);
    const left = ({ relatedTarget }: FocusEvent) =>
      !(relatedTarget instanceof Node && lists.contains(relatedTarget)) && take(true);
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      if (isInside()) lists.addEventListener("focusout", left);
      else take(true);
    });
    observer.observe(lists);
    if (!taken && !isInside()) take(false);
    return () => {
      observer.disconnect();
      lists.removeEventListener("focusout", left);
    };
  }, [box, taken, seen]);
  return { taken, seen };
};

/** Who reaches for the fold that holds the lists has the calendar as soon as it opens. */
const useReach = (box: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const fold = box.current?.closest("details");
    for (const reach of reaches) fold?.addEventListener(reach, fetchCalendar, { once: true });
    return () => {
      for (const reach of reaches) fold?.removeEventListener(reach, fetchCalendar);
    };
  }, [box]);
};

/** The zone that the page has found out is the one that the server's list sends. */
const useListedZone = (box: RefObject<HTMLElement | null>, zone: string, taken: boolean): void => {
  useEffect(() => {
    const list = box.current?.querySelector<HTMLSelectElement>("select[name=deadlineZone]");
    if (!taken && list && document.activeElement !== list) list.value = zone;
  }, [box, zone, taken]);
};

const Unseen = ({ moment }: MomentProps) =>
  Object.entries(names).map(([name, part]) => <input key={name} type="hidden" name={name} value={moment[part]} />);

/**
 * A day, a time and a zone: plain lists, which the server writes, until scripts work; then the calendar, which comes when it
 * is seen.
 */
export const MomentInput = (props: MomentProps) => {
  const box = useRef<HTMLDivElement>(null);
  const { taken, seen } = useTaken(box, props);
  useReach(box);
  useListedZone(box, props.moment.zone, taken);
  if (!taken)
    return (
      // The browser's copy is empty: what the server wrote is left as it is.
      <div key="lists" ref={box} suppressHydrationWarning>
        {import.meta.env.SSR ? <MomentLists {...props} /> : ""}
      </div>
    );
  const unseen = <Unseen {...props} />;
  return (
    <div key="calendar" ref={box}>
      {seen ? (
        <Suspense fallback={unseen}>
          <Calendar {...props} />
        </Suspense>
      ) : (
        unseen
      )}
    </div>
  );
};

type Props = {
  /** The moment in words, or what to choose. */
  readonly at: string;
  /** Its zone in words. */
  readonly zone: string;
  readonly change?: string;
  /** Something inside is wrong. */
  readonly open: boolean;
  readonly children: ReactNode;
};

/** A moment in one line, which opens what it is chosen with. */
export const MomentFold = ({ at, zone, change = "Change", open, children }: Props) => (
  <details className="when" {...(open && { open })}>
    <summary className="flex min-h-11 items-center gap-x-2.5 gap-y-1 text-[1rem]/5">
      <span>
        <Icon of={CalendarDays} className="text-ink-3" />
      </span>
      <span className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0 max-sm:flex-col max-sm:gap-x-0">
        <b className="font-semibold text-pen tabular-nums">{at}</b>
        <span className="nowrap text-(length:--text-sm) text-ink-3 max-sm:leading-4.5">{zone}</span>
      </span>
      <span className="when-change ml-auto text-(length:--text-sm) text-pen underline underline-offset-[0.2em]">
        {change}
      </span>
    </summary>
    {children}
  </details>
);
