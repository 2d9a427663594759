import { type RefObject, useEffect, useState } from "react";
import { browserZone, localOf } from "#src/shared/zone.ts";
import { type Fields, forgetKept, keepFields, readKept } from "./kept-store.ts";

export const handFormId = "hand-form";

export type KeptState =
  | { kind: "none" }
  | { kind: "found" | "device" | "no-room" }
  | { kind: "saving" }
  | { kind: "saved"; at: string };

type Wish = {
  orderId: string;
  /** Number of the version that is being made. */
  next: number;
  /** When the server last kept it, in milliseconds; 0: never. */
  savedAt: number;
  /** What the page was rendered with. */
  first: Fields;
  /** False where the page shows what was refused: that is newer than anything kept. */
  restores: boolean;
  /** Posts for the server's copy. */
  address: string;
};

const formOf = () => {
  const form = document.getElementById(handFormId);
  return form instanceof HTMLFormElement ? form : null;
};

const fieldsOf = (form: HTMLFormElement): Fields =>
  Object.fromEntries([...new FormData(form)].filter((pair): pair is [string, string] => typeof pair[1] === "string"));

const fill = (form: HTMLFormElement, fields: Fields) => {
  for (const control of form.elements) {
    if (control instanceof HTMLTextAreaElement && fields[control.name] !== undefined)
      control.value = fields[control.name] ?? "";
    if (!(control instanceof HTMLInputElement)) continue;
    if (control.type === "checkbox") control.checked = fields[control.name] === "on";
    if (control.type === "radio") control.checked = fields[control.name] === control.value;
  }
};

const clockTime = () => localOf(new Date(), browserZone()).time;

/** True when the server has it. An expired session, or a server that does not answer, leaves it to the device. */
async function sendKept(address: string, form: HTMLFormElement): Promise<boolean> {
  const body = new FormData(form);
  const answer = await fetch(address, { method: "POST", body, redirect: "error" }).catch(() => null);
  return answer?.ok ?? false;
}

const pauses = { show: 150, device: 400, server: 2_000 };

/**
 * Keeps the hand-over form as it is filled: on this device at once, on the server a moment later. A form opened again
 * continues with what the device has and the server never got. `texts` is what the form holds now.
 */
export const useKeptWork = (page: RefObject<HTMLElement | null>, wish: Wish) => {
  const { orderId, next, savedAt, first, restores, address } = wish;
  const [texts, setTexts] = useState(first);
  const [state, setState] = useState<KeptState>({ kind: "none" });

  useEffect(() => {
    const form = formOf();
    if (!form || !page.current) return;
    const kept = readKept(localStorage, orderId, next);
    if (kept && restores && kept.at > savedAt) {
      fill(form, kept.fields);
      setState({ kind: "found" });
    }
    setTexts(fieldsOf(form));

    const timers: Partial<Record<keyof typeof pauses, ReturnType<typeof setTimeout>>> = {};
    const schedule = (name: keyof typeof pauses, run: () => void) => {
      clearTimeout(timers[name]);
      timers[name] = setTimeout(run, pauses[name]);
    };
    let written = 0;
    const save = async () => {
      const mine = written;
      setState({ kind: "saving" });
      const saved = await sendKept(address, form);
      if (mine !== written) return;
      if (saved) forgetKept(localStorage, orderId);
      setState(saved ? { kind: "saved", at: clockTime() } : { kind: "device" });
    };
    const note = ({ target }: Event) => {
      if (!(target instanceof Element && "form" in target && target.form === form)) return;
      written += 1;
      schedule("show", () => setTexts(fieldsOf(form)));
      schedule("device", () => {
        const room = keepFields(localStorage, orderId, { fields: fieldsOf(form), next, at: Date.now() });
        if (!room) setState({ kind: "no-room" });
      });
      schedule("server", () => void save());
    };
    // The ids of files are written by scripts, which makes no event.
    const files = new MutationObserver(() => schedule("show", () => setTexts(fieldsOf(form))));
    files.observe(form, { subtree: true, childList: true, attributes: true, attributeFilter: ["value"] });
    const place = page.current;
    place.addEventListener("input", note);
    return () => {
      place.removeEventListener("input", note);
      files.disconnect();
      for (const timer of Object.values(timers)) clearTimeout(timer);
    };
  }, [page, orderId, next, savedAt, restores, address]);

  return { texts, state };
};
