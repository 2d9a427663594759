import { useSyncExternalStore } from "react";

const stored = "admin-keys";
const changed = "admin-keys-changed";

/** Single keys can be turned off, for this browser: speech control types letters. */
export const keysAreOn = (): boolean => {
  try {
    return localStorage.getItem(stored) !== "off";
  } catch {
    return true;
  }
};

export const turnKeys = (on: boolean): void => {
  try {
    localStorage.setItem(stored, on ? "on" : "off");
  } catch {
    // A browser that keeps nothing has the keys on.
  }
  window.dispatchEvent(new Event(changed));
};

const followKeys = (run: () => void) => {
  window.addEventListener(changed, run);
  return () => window.removeEventListener(changed, run);
};

export const useKeysOn = (): boolean => useSyncExternalStore(followKeys, keysAreOn, () => true);
