import { type ReactNode, startTransition, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot, type RootOptions } from "react-dom/client";
import { readFields, type TypedField, writeFields } from "#src/ui/typed-fields.ts";
import type { TranslationGuard } from "./translation-guard.ts";

let typed: readonly TypedField[] = [];

/** Reads what was typed before the scripts came, as long as the server's page stands. */
const TypedBefore = ({ children }: { children: ReactNode }) => {
  useState(() => {
    typed = readFields();
  });
  useEffect(() => {
    typed = [];
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
 * Hydrates the whole document with `page`. Where a translator has been at work, the server's own texts are put back
 * first and the page is hydrated before the translator sees them: a page that differs would be drawn anew, without
 * what was typed and without the focus.
 */
export function hydratePage(page: ReactNode): void {
  const hydrate = () => void hydrateRoot(document, <TypedBefore>{page}</TypedBefore>, options);
  const isTranslated = document.querySelector("font") !== null;
  if (isTranslated) (window as Window & TranslationGuard).textsBack?.();
  (isTranslated ? flushSync : startTransition)(hydrate);
}
