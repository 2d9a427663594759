import { formOwnerField } from "#src/shared/viewer.ts";
import type { Kept, Whose } from "./kept-draft.ts";
import { draftOf } from "./kept-draft.ts";

const pauseMs = 2_000;

type Wish = Pick<Whose, "onServer"> & {
  form: HTMLFormElement;
  path: string;
  setKept: (change: (before: Kept | null) => Kept | null) => void;
};

/** Of the server: `keepOrderDraft`. */
type Answer = { status: "kept"; revision: number; replaced: string | null } | { status: "placed" };

const bodyOf = (form: HTMLFormElement, path: string, seen: number): URLSearchParams => {
  const data = new FormData(form);
  const own = (name: string): string => String(data.get(name) ?? "");
  return new URLSearchParams({
    ...draftOf(path, data).fields,
    idempotencyKey: own("idempotencyKey"),
    [formOwnerField]: own(formOwnerField),
    draftPath: path,
    draftSeen: String(seen),
  });
};

/**
 * Sends the form to the account a moment after the last change, and when the page is left. While a form that another
 * device began waits for an answer ("continue or start anew"), nothing of this one takes its place.
 */
export function keepInAccount({ form, path, onServer, setKept }: Wish) {
  let seen = onServer?.revision ?? 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waits = false;
  let sending = new AbortController();

  const send = async () => {
    clearTimeout(timer);
    if (!waits) return;
    waits = false;
    const body = bodyOf(form, path, seen);
    const { signal } = sending;
    const kept: Answer | null = await fetch("/order/draft", { method: "POST", body, keepalive: true, signal })
      .then((answer) => (answer.ok ? answer.json() : null))
      .catch(() => null);
    if (signal.aborted) return;
    if (kept?.status !== "kept") return setKept((before) => before && { ...before, account: false });
    seen = kept.revision;
    setKept((before) => ({ ...before, account: true, ...(kept.replaced && { replaced: kept.replaced }) }));
  };
  const leaving = () => {
    if (document.visibilityState === "hidden") void send();
  };
  // What is being placed is not kept beside it: a save that came after the order would be refused.
  const placing = () => {
    waits = false;
    clearTimeout(timer);
    sending.abort();
    sending = new AbortController();
  };
  document.addEventListener("visibilitychange", leaving);
  form.addEventListener("submit", placing);
  return {
    soon: () => {
      if (onServer?.waits) return;
      waits = true;
      clearTimeout(timer);
      timer = setTimeout(() => void send(), pauseMs);
    },
    end: () => {
      void send();
      document.removeEventListener("visibilitychange", leaving);
      form.removeEventListener("submit", placing);
    },
  };
}
