import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { cx } from "./class-names.ts";
import { useHydrated } from "./hydrated.ts";
import { Icon } from "./icons.tsx";

const copiedMs = 2_000;

export type CopyButtonProps = {
  /** What goes to the clipboard. */
  value: string;
  /** What it is, after "Copy": "the order number". */
  what: string;
  /** With its word beside the drawing, for rows of values. */
  wide?: boolean;
  /** The key of the admin area that presses it. */
  shortcut?: string;
};

/** Copies a value and says so for two seconds. Only where scripts work: elsewhere the value is there to be selected. */
export const CopyButton = ({ value, what, wide, shortcut }: CopyButtonProps) => {
  const [copied, setCopied] = useState(false);
  const scripts = useHydrated();
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);
  if (!scripts || !navigator.clipboard) return null;
  const label = copied ? "Copied" : "Copy";
  return (
    <button
      type="button"
      className={cx(wide ? "btn btn-quiet btn-sm" : "btn-icon", copied && "copied")}
      aria-label={`${label} ${copied ? "" : what}`.trim()}
      title={shortcut ? `${label} ${what}, ${shortcut.toUpperCase()}` : `${label} ${what}`}
      data-key={shortcut}
      onClick={() =>
        void navigator.clipboard.writeText(value).then(
          () => setCopied(true),
          () => undefined,
        )
      }
    >
      <Icon of={copied ? Check : Copy} />
      {wide && label}
      <span className="vh" role="status">
        {copied ? "Copied" : ""}
      </span>
    </button>
  );
};
