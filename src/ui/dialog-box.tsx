import { AlertDialog } from "@base-ui/react/alert-dialog";
import { CSPProvider } from "@base-ui/react/csp-provider";
import type { ReactNode } from "react";
import { cx } from "./class-names.ts";

export type DialogBoxProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  wide?: boolean;
  children: ReactNode;
};

/** A question that wants an answer: holds the focus, closes with Esc, gives the focus back. */
export default function DialogBox({ open, onOpenChange, title, wide, children }: DialogBoxProps) {
  return (
    <CSPProvider disableStyleElements>
      <AlertDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className="scrim" />
          <AlertDialog.Viewport className="dialog-place">
            <AlertDialog.Popup className={cx("dialog", wide && "wide")}>
              <AlertDialog.Title className="t2">{title}</AlertDialog.Title>
              {children}
            </AlertDialog.Popup>
          </AlertDialog.Viewport>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </CSPProvider>
  );
}
