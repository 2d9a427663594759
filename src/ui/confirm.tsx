import { createContext, type ReactNode, Suspense, useContext, useState } from "react";
import { Button, type ButtonProps } from "./button.tsx";
import { cx } from "./class-names.ts";
import { useHydrated } from "./hydrated.ts";
import { Icon } from "./icons.tsx";
import { latePart, patiently } from "./late-part.ts";

const load = () => import("./dialog-box.tsx");
const DialogBox = latePart(load);
const early = () => void patiently(load);

const CloseContext = createContext<(() => void) | null>(null);

/** The row of buttons at the end of a Confirm: the one that does it, and one that keeps everything as it is. */
export const ConfirmActions = ({ keep = "Go back", children }: { keep?: string; children: ReactNode }) => {
  const close = useContext(CloseContext);
  return (
    <div className="row [--gap:12px]">
      {children}
      {close && (
        <Button type="button" variant="outline" small onClick={close} data-keep="">
          {keep}
        </Button>
      )}
    </div>
  );
};

type QuestionProps = {
  open: boolean;
  setOpen: (open: boolean) => void;
  title: ReactNode;
  wide?: boolean;
  children: ReactNode;
};

/** A question of which the page itself knows when it is open. */
export const Question = ({ open, setOpen, title, wide = false, children }: QuestionProps) => (
  <Suspense fallback={null}>
    {open && (
      <DialogBox open onOpenChange={setOpen} title={title} wide={wide}>
        <CloseContext value={() => setOpen(false)}>{children}</CloseContext>
      </DialogBox>
    )}
  </Suspense>
);

export type ConfirmProps = Pick<ButtonProps, "variant" | "small" | "block" | "icon"> & {
  /** The words of the button that asks. */
  label: ReactNode;
  /** The question: "Cancel order 7KQ2M4X?" */
  title: ReactNode;
  wide?: boolean;
  /** Open from the start, for a form that was refused with errors. */
  startOpen?: boolean;
  /** What will happen, and the form that does it, ending in ConfirmActions. */
  children: ReactNode;
};

/** One and the same function at every render: another one would take the focus again, out of a field. */
const takeFocus = (button: HTMLElement | null) => button?.focus();

/** Asks before something that cannot be taken back. Without scripts, or those of the dialog, the question unfolds in place. */
export const Confirm = ({
  label,
  title,
  wide,
  startOpen = false,
  children,
  variant = "danger",
  small,
  block,
  icon,
}: ConfirmProps) => {
  const hydrated = useHydrated();
  const [open, setOpen] = useState(startOpen);
  const [unfolds, setUnfolds] = useState(false);
  const unfold = () => setUnfolds(true);
  const ask = () => (navigator.onLine ? void load().then(() => setOpen(true), unfold) : unfold());
  if (!hydrated || unfolds) {
    return (
      <details className="confirm" open={startOpen || unfolds}>
        <summary
          ref={unfolds ? takeFocus : null}
          className={cx("btn", `btn-${variant}`, small && "btn-sm", block && "w-full")}
        >
          {icon && <Icon of={icon} />}
          {label}
        </summary>
        <div className="dialog [box-shadow:none]">
          <h2 className="t2">{title}</h2>
          {children}
        </div>
      </details>
    );
  }
  return (
    <>
      <Button
        type="button"
        variant={variant}
        small={small ?? false}
        block={block ?? false}
        {...(icon && { icon })}
        aria-haspopup="dialog"
        onPointerEnter={early}
        onFocus={early}
        onClick={ask}
      >
        {label}
      </Button>
      <Question {...{ open, setOpen, title, children }} {...(wide && { wide })} />
    </>
  );
};
