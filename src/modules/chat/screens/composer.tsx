import { type KeyboardEvent, type ReactNode, useId } from "react";
import { cx } from "#src/ui/class-names.ts";
import { CircleAlert, Icon, Info } from "#src/ui/icons.tsx";
import { SendHorizontal } from "./drawings.ts";
import { tooLong } from "./use-writing.ts";

type AlertProps = {
  readonly tone?: "bad" | "info";
  readonly action?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
};

/** What went wrong, next to where one writes. */
export const FootAlert = ({ tone = "bad", action, className, children }: AlertProps) => (
  <div
    className={cx("chat-alert", tone === "bad" ? "bg-error-tint" : "bg-pen-tint", className)}
    role={tone === "bad" ? "alert" : "status"}
  >
    <Icon of={tone === "bad" ? CircleAlert : Info} className={cx("size-4.5", tone === "bad" && "text-error")} />
    <span>{children}</span>
    {action}
  </div>
);

/** Enter that ends the choice of a Japanese or Chinese word sends nothing; Safari reports it with the code 229. */
export const sends = ({ key, shiftKey, nativeEvent, keyCode }: KeyboardEvent): boolean =>
  key === "Enter" && !shiftKey && !nativeEvent.isComposing && keyCode !== 229;

type Props = {
  readonly text: string;
  readonly write: (text: string) => void;
  readonly send: () => void;
  /** There is something to send. */
  readonly ready: boolean;
  readonly attach?: ReactNode;
  readonly onPaste?: (event: React.ClipboardEvent) => void;
};

const mostRows = 4;

/** Where one writes. Enter sends, Shift and Enter break the line. */
export const Composer = ({ text, write, send, ready, attach, onPaste }: Props) => {
  const id = useId();
  const long = tooLong(text);
  const may = ready && long === null;
  return (
    <>
      {long && (
        <div id={id}>
          <FootAlert>{long}</FootAlert>
        </div>
      )}
      <form
        className={cx("composer", !attach && "grid-cols-[minmax(0,1fr)_44px] pl-3")}
        onSubmit={(event) => {
          event.preventDefault();
          if (may) send();
        }}
      >
        {attach}
        <textarea
          className="max-h-29 min-h-11 w-full resize-none border-0 bg-transparent px-1 py-2.5 text-[1rem]/6 text-pen [field-sizing:content] placeholder:text-ink-3 placeholder:opacity-100 focus-visible:outline-none"
          rows={Math.min(mostRows, text.split("\n", mostRows).length)}
          aria-label="Message"
          aria-invalid={long !== null || undefined}
          aria-describedby={long ? id : undefined}
          placeholder="Write a message"
          enterKeyHint="send"
          dir="auto"
          value={text}
          onPaste={onPaste}
          onChange={({ currentTarget }) => write(currentTarget.value)}
          onKeyDown={(event) => {
            if (!sends(event)) return;
            event.preventDefault();
            if (may) send();
          }}
        />
        <button
          type="submit"
          className="btn-icon bg-pen text-on-pen hover:bg-pen-strong hover:text-on-pen disabled:cursor-not-allowed disabled:bg-well disabled:text-ink-3"
          aria-label="Send"
          title="Send"
          disabled={!may}
        >
          <Icon of={SendHorizontal} />
        </button>
      </form>
    </>
  );
};
