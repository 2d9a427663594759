import { type ComponentProps, useState } from "react";
import { isCalendarDate, isClockTime } from "#src/shared/zone.ts";
import { Input } from "./inputs.tsx";

/**
 * Text, which becomes the browser's own kind of field when scripts work and it is seen. A browser makes that kind before
 * it shows a page, also in a closed fold, and reads the world's calendars for it: a tenth of all that a phone computes
 * for the first paint. What somebody writes stays text until it is whole.
 */
const lateInput = (type: "date" | "time", placeholder: string, isWhole: (text: string) => boolean) =>
  function LateInput(props: ComponentProps<"input">) {
    const [kind, setKind] = useState("text");
    const settle = ({ target }: { target: Element }) => {
      const { value } = target as HTMLInputElement;
      setKind(!value || isWhole(value) ? type : "text");
    };
    const watch = (field: HTMLInputElement) => {
      const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && settle(entry));
      seen.observe(field);
      return () => seen.disconnect();
    };
    return <Input {...props} ref={watch} type={kind} placeholder={placeholder} onBlur={settle} />;
  };

/** A day inside a Field; its value is YYYY-MM-DD. */
export const DateInput = lateInput("date", "YYYY-MM-DD", isCalendarDate);

/** A time of day inside a Field; its value is HH:MM. */
export const TimeInput = lateInput("time", "HH:MM", isClockTime);
