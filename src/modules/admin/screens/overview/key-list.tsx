import { useEffect, useRef, useSyncExternalStore } from "react";
import { Button } from "#src/ui/button.tsx";

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

const turnKeys = (on: boolean): void => {
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

const useKeysOn = (): boolean => useSyncExternalStore(followKeys, keysAreOn, () => true);

const list: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ["Ctrl", "K"], does: "Search orders, people, chats, payments, codes, pages and actions" },
  { keys: ["/"], does: "Go to the search of this list" },
  { keys: ["J"], does: "Next row, or the next order or person of the list" },
  { keys: ["K"], does: "Previous row, or the previous order or person of the list" },
  { keys: ["Enter"], does: "Open the row" },
  { keys: ["X"], does: "Select the row" },
  { keys: ["U"], does: "Begin the quote of the row with its guide price" },
  { keys: ["C"], does: "Copy the number of the open order" },
  { keys: ["R"], does: "Write an answer in the open chat" },
  { keys: ["E"], does: "Close the open chat and continue with the next, or close the selected chats" },
  { keys: ["?"], does: "This list of keys" },
  { keys: ["Esc"], does: "Close what is open" },
];

/** Every key of the admin area, and the switch for those of one letter. */
export default function KeyList({ close }: { close: () => void }) {
  const box = useRef<HTMLDialogElement>(null);
  const on = useKeysOn();
  useEffect(() => {
    const before = document.activeElement;
    box.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog ref={box} className="dialog key-list" aria-labelledby="key-list" onClose={close}>
      <h2 className="t2" id="key-list">
        Keys
      </h2>
      <dl>
        {list.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <b key={key} className="kbd">
                  {key}
                </b>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className="check">
        <input type="checkbox" checked={on} onChange={({ currentTarget }) => turnKeys(currentTarget.checked)} />
        <span>Use keys of one letter in this browser</span>
      </label>
      <div className="row">
        <Button type="button" small variant="outline" onClick={() => box.current?.close()}>
          Close
        </Button>
      </div>
    </dialog>
  );
}
