import { useEffect, useRef } from "react";
import { Button } from "#src/ui/button.tsx";

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

type Props = {
  /** Whether keys of one letter are used in this browser. */
  on: boolean;
  turn: (on: boolean) => void;
  close: () => void;
};

/** Every key of the admin area, and the switch for those of one letter. */
export default function KeyList({ on, turn, close }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog ref={box} className="dialog modal" aria-labelledby="key-list" onClose={close}>
      <h2 className="t2" id="key-list">
        Keys
      </h2>
      <dl>
        {list.map(({ keys, does }) => (
          <div key={does} className="grid grid-cols-[6rem_minmax(0,1fr)] gap-3 border-t border-rule py-2">
            <dt className="flex items-center gap-1">
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
        <input type="checkbox" checked={on} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
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
