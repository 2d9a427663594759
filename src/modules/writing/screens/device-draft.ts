import { type RefObject, useEffect, useState } from "react";
import { formOwnerField } from "#src/shared/viewer.ts";

const prefix = "hiring-draft:";
type DeviceDraft = { readonly at: number; readonly fields: Readonly<Record<string, string>> };

/** A browser may refuse its storage; the form works without it. */
const quietly = <T>(work: () => T, otherwise: T): T => {
  try {
    return work();
  } catch {
    return otherwise;
  }
};

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === "object" && value !== null && Object.values(value).every((one) => typeof one === "string");

/** What lies there may have been written by anybody. */
const read = (who: string): DeviceDraft | null =>
  quietly(() => {
    const found: unknown = JSON.parse(localStorage.getItem(prefix + who) ?? "null");
    if (typeof found !== "object" || found === null || !("at" in found) || !("fields" in found)) return null;
    const { at, fields } = found;
    return typeof at === "number" && isTexts(fields) ? { at, fields } : null;
  }, null);

/** Drafts of others who used this device go; `null` forgets all of them. */
export const forgetDeviceDrafts = (allBut: string | null): void =>
  quietly(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix) && key !== prefix + allBut) localStorage.removeItem(key);
  }, undefined);

const leftOut = [formOwnerField, "to", "intent", "files", "consent"];

const write = (who: string, form: HTMLFormElement): number | null =>
  quietly(() => {
    const texts = [...new FormData(form)].filter((pair): pair is [string, string] => typeof pair[1] === "string");
    const fields = Object.fromEntries(texts.filter(([name, text]) => text !== "" && !leftOut.includes(name)));
    const at = Date.now();
    localStorage.setItem(prefix + who, JSON.stringify({ at, fields }));
    return at;
  }, null);

type Wish = {
  /** The account; "guest" without one. */
  who: string;
  /** False while the page shows what the server sent back. */
  fresh: boolean;
  /** When the server kept it last: what is older on the device does not count. */
  savedAt: number;
  /** The step that is shown; it is kept, too. */
  step: string;
  restore: (fields: DeviceDraft["fields"]) => void;
};

/**
 * Keeps what is typed on this device, from the first answer on, and gives it back to a page that is opened anew. The
 * moment of the last keeping; null: nothing is kept yet.
 */
export const useDeviceDraft = (form: RefObject<HTMLFormElement | null>, wish: Wish): number | null => {
  const { who, fresh, savedAt, step, restore } = wish;
  const [keptAt, setKeptAt] = useState<number | null>(null);
  useEffect(() => {
    if (who !== "guest") forgetDeviceDrafts(who);
    const draft = fresh ? read(who) : null;
    if (!draft || draft.at <= savedAt) return;
    restore(draft.fields);
    setKeptAt(draft.at);
  }, [who, fresh, savedAt, restore]);
  const kept = keptAt !== null;
  useEffect(() => {
    if (kept && form.current && step) write(who, form.current);
  }, [kept, form, who, step]);
  useEffect(() => {
    const keep = ({ target }: Event) => {
      if (target instanceof Element && form.current?.contains(target)) setKeptAt(write(who, form.current));
    };
    document.addEventListener("input", keep);
    return () => document.removeEventListener("input", keep);
  }, [form, who]);
  return keptAt;
};
