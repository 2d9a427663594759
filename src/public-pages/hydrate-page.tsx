import { type ReactNode, startTransition, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot, type RootOptions } from "react-dom/client";
import { readFields, setValue, type TypedField, writeFields } from "#src/ui/typed-fields.ts";
import type { TranslationGuard } from "./translation-guard.ts";

let typed: readonly TypedField[] = [];
let changedTexts: readonly { area: HTMLTextAreaElement; text: string; caret: readonly [number, number] }[] = [];

/** A text area counts as typed in from then on: React sets its default text anew, which else moves the caret to its start. */
const keepCaret = (area: HTMLTextAreaElement): void => {
  const { value } = area;
  area.value = value;
};

/**
 * Runs at each attempt to hydrate, also at the one after the router has waited for its data: puts the server's own texts
 * back into a translated page, and reads what was typed before the scripts came, as long as the server's page stands.
 * Into a text area that has a text React puts the server's one: what was typed goes back when the page is hydrated, and
 * the caret with it.
 */
const TypedBefore = ({ children }: { children: ReactNode }) => {
  useState(() => {
    (window as Window & TranslationGuard).textsBack?.();
    typed = readFields();
    const areas = [...document.querySelectorAll("textarea")];
    for (const area of areas) keepCaret(area);
    changedTexts = areas
      .filter((area) => area.value !== area.defaultValue)
      .map((area) => ({ area, text: area.value, caret: [area.selectionStart, area.selectionEnd] }));
  });
  useEffect(() => {
    for (const { area, text, caret } of changedTexts)
      if (area.value === area.defaultValue) {
        setValue(area, text);
        area.setSelectionRange(...caret);
      }
    [typed, changedTexts] = [[], []];
  }, []);
  return children;
};

/** A page that an extension changed is drawn anew by React, with empty fields: what was typed goes back into them. */
const options: RootOptions = {
  onRecoverableError(error) {
    reportError(error);
    writeFields(typed);
  },
};

/**
 * Hydrates the whole document with `page`: in one go where a translator has been at work, so that it does not see the
 * server's texts before the end. A page that differs would be drawn anew, without what was typed and without the focus.
 */
export function hydratePage(page: ReactNode): void {
  const isTranslated = document.querySelector("font") !== null;
  const hydrate = () => void hydrateRoot(document, <TypedBefore>{page}</TypedBefore>, options);
  (isTranslated ? flushSync : startTransition)(hydrate);
}

/** Has the browser keep the offline page (`/sw.js`), when this page is loaded. A frame needs none, and some browsers allow none. */
export function keepOfflinePage(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!import.meta.env.PROD || !workers || parent !== self) return;
  const keep = () => void workers.register("/sw.js").catch(() => undefined);
  if (document.readyState === "complete") keep();
  else addEventListener("load", keep, { once: true });
}
