import { type RefObject, Suspense, useEffect, useRef, useState } from "react";
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

/** True once the lists are taken over: at once, or when somebody who is in one of them has left it. */
const useTaken = (box: RefObject<HTMLElement | null>, take: (typed: Partial<Moment>) => void): boolean => {
  const [taken, setTaken] = useState(false);
  const latest = useRef(take);
  useEffect(() => {
    const lists = box.current;
    if (!lists) return;
    const end = () => {
      const typed = listed(lists);
      if (typed.date) latest.current(typed);
      setTaken(true);
    };
    const left = ({ relatedTarget }: FocusEvent) =>
      !(relatedTarget instanceof Node && lists.contains(relatedTarget)) && end();
    if (!lists.contains(document.activeElement)) return end();
    lists.addEventListener("focusout", left);
    return () => lists.removeEventListener("focusout", left);
  }, [box]);
  return taken;
};

/** True once the box is seen; who reaches for the fold that holds it has the calendar as soon as it opens. */
const useSeen = (box: RefObject<HTMLElement | null>, taken: boolean): boolean => {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const watched = box.current;
    if (!watched || !taken) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
    );
    observer.observe(watched);
    const fold = watched.closest("details");
    for (const reach of reaches) fold?.addEventListener(reach, fetchCalendar, { once: true });
    return () => {
      observer.disconnect();
      for (const reach of reaches) fold?.removeEventListener(reach, fetchCalendar);
    };
  }, [box, taken]);
  return seen;
};

const Unseen = ({ moment }: MomentProps) =>
  Object.entries(names).map(([name, part]) => <input key={name} type="hidden" name={name} value={moment[part]} />);

/**
 * A day, a time and a zone: plain lists, which the server writes, until scripts work; then the calendar, which comes when it
 * is seen.
 */
export const MomentInput = (props: MomentProps) => {
  const box = useRef<HTMLDivElement>(null);
  const taken = useTaken(box, props.onMove);
  const seen = useSeen(box, taken);
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
