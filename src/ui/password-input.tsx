import { type ComponentProps, useState } from "react";
import { cx } from "./class-names.ts";
import { Eye, EyeOff, Icon } from "./icons.tsx";
import { useControl } from "./inputs.tsx";

/** A password inside a Field, with a button that shows it. Without scripts it is a plain password field. */
export const PasswordInput = ({ className, ...rest }: ComponentProps<"input">) => {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <input {...useControl()} {...rest} type={shown ? "text" : "password"} className={cx("input pr-13", className)} />
      <button
        type="button"
        className="btn-icon js-only absolute top-0.5 right-0.5"
        data-needs-scripts=""
        aria-label={shown ? "Hide password" : "Show password"}
        onClick={() => setShown(!shown)}
      >
        <Icon of={shown ? EyeOff : Eye} />
      </button>
    </div>
  );
};
