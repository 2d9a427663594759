import { type RefObject, useEffect, useState } from "react";
import { useNavigation } from "react-router";

const prefix = "order-draft:";
const names = ["title", "instructions"] as const;
type Draft = Partial<Record<(typeof names)[number], string>>;

/** A browser may refuse its storage; the form works without it. */
const quietly = <T>(work: () => T, otherwise: T): T => {
  try {
    return work();
  } catch {
    return otherwise;
  }
};

const read = (key: string): Draft =>
  quietly(() => {
    const draft: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    return typeof draft === "object" && draft !== null ? draft : {};
  }, {});

/** Drafts of others who used this device go when somebody else opens the form. */
const forgetAllBut = (key: string | null) =>
  quietly(() => {
    for (const found of Object.keys(localStorage))
      if (found.startsWith(prefix) && found !== key) localStorage.removeItem(found);
  }, undefined);

const controlOf = (form: HTMLFormElement, name: string) => {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement ? found : null;
};

const fill = (form: HTMLFormElement, draft: Draft) => {
  for (const name of names) {
    const control = controlOf(form, name);
    if (control && !control.value && typeof draft[name] === "string") control.value = draft[name];
  }
};

const textsOf = (form: HTMLFormElement): Draft =>
  Object.fromEntries(names.map((name) => [name, controlOf(form, name)?.value ?? ""]));

/**
 * Keeps title and instructions of the account `person` on this device while they are typed. They go when the order is
 * placed or the person signs out. True once they are kept.
 */
export const useDraft = (form: RefObject<HTMLFormElement | null>, person: string | null): boolean => {
  const [keeps, setKeeps] = useState(false);
  const { location, formMethod } = useNavigation();
  const key = person && prefix + person;
  const placed = formMethod === "POST" && location?.pathname.startsWith("/checkout/");

  useEffect(() => {
    forgetAllBut(key);
    const own = form.current;
    if (!own || !key) return;
    fill(own, read(key));
    const keep = () => {
      localStorage.setItem(key, JSON.stringify(textsOf(own)));
      return true;
    };
    const write = () => setKeeps(quietly(keep, false));
    const leave = (event: SubmitEvent) => {
      if (event.target instanceof HTMLFormElement && event.target.action.endsWith("/signout")) forgetAllBut(null);
    };
    write();
    own.addEventListener("input", write);
    document.addEventListener("submit", leave);
    return () => {
      own.removeEventListener("input", write);
      document.removeEventListener("submit", leave);
    };
  }, [form, key]);

  useEffect(() => {
    if (placed) forgetAllBut(null);
  }, [placed]);

  return keeps;
};
