import { type RefObject, useEffect, useState } from "react";
import { browserZone, localOf } from "#src/shared/zone.ts";

/** What a browser keeps for a page; `localStorage` fits. */
export type Keeper = Pick<Storage, "getItem" | "setItem" | "removeItem">;
type Fields = Readonly<Record<string, string>>;
/** What was filled in for the version `next` of an order, at a time of this device. */
type Kept = { fields: Fields; next: number; at: number };

const nameOf = (orderId: string): string => `paperwright.work.${orderId}`;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && Object.values(value).every((one) => typeof one === "string");

/** What this device keeps for the next version, or null: of an earlier version it was handed over. A closed store is empty. */
export const readKept = (keeper: Keeper, orderId: string, version: number): Kept | null => {
  try {
    const found: unknown = JSON.parse(keeper.getItem(nameOf(orderId)) ?? "null");
    if (typeof found !== "object" || found === null) return null;
    if (!("fields" in found && "next" in found && "at" in found)) return null;
    const { fields, next, at } = found;
    return isFields(fields) && next === version && typeof at === "number" ? { fields, next, at } : null;
  } catch {
    return null;
  }
};

/** False when the device has no room for it. */
export const keepFields = (keeper: Keeper, orderId: string, kept: Kept): boolean => {
  try {
    keeper.setItem(nameOf(orderId), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
};

export const forgetKept = (keeper: Keeper, orderId: string): void => {
  try {
    keeper.removeItem(nameOf(orderId));
  } catch {
    // A closed store keeps nothing.
  }
};

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
