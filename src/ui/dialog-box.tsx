import { AlertDialog } from "@base-ui/react/alert-dialog";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { type ReactNode, useRef } from "react";
import { cx } from "./class-names.ts";

export type DialogBoxProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  wide?: boolean;
  children: ReactNode;
};

/** The first field, else the button that changes nothing: never the one that cannot be taken back. */
const firstStop = "textarea, select, input:not([type=hidden]), [data-keep]";

/** A question that wants an answer: holds the focus, closes with Esc, gives the focus back. */
export default function DialogBox({ open, onOpenChange, title, wide, children }: DialogBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <CSPProvider disableStyleElements>
      <AlertDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className="fixed inset-0 z-(--z-dialog) bg-scrim [transition:opacity_var(--duration-base)] data-ending-style:opacity-0 data-starting-style:opacity-0" />
          <AlertDialog.Viewport className="dialog-layer fixed inset-0 z-(--z-dialog) overflow-y-auto">
            <AlertDialog.Popup
              ref={box}
              className={cx("dialog", wide && "wide")}
              initialFocus={() => box.current?.querySelector<HTMLElement>(firstStop) ?? true}
            >
              <AlertDialog.Title className="t2">{title}</AlertDialog.Title>
              {children}
            </AlertDialog.Popup>
          </AlertDialog.Viewport>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </CSPProvider>
  );
}
