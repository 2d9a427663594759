import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useSubmit } from "react-router";
import { minuteMs } from "#src/shared/units.ts";
import { Button, type ButtonProps } from "#src/ui/button.tsx";
import { KeyRound } from "#src/ui/icons.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { askForPasskey, autofillWorks, type PasskeyFor, stopAsking } from "./passkey-browser.ts";

type Props = Pick<ButtonProps, "variant" | "block" | "small" | "icon"> & {
  purpose: PasskeyFor;
  /** The address whose action takes the answer, where it is not the page itself. */
  to?: string;
  children: string;
};

/**
 * Asks the browser for a passkey and sends what it signed to the page's action, with the other fields of the form
 * around the button. Not there without scripts: passkeys need them.
 */
export const PasskeyButton = ({ purpose, variant = "outline", block, small, icon = KeyRound, to, children }: Props) => {
  const submit = useSubmit();
  const [state, setState] = useState<"rest" | "asking">("rest");
  const [problem, setProblem] = useState<string | null>(null);
  const press = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const fields = new FormData(currentTarget.form ?? undefined);
    setState("asking");
    setProblem(null);
    const answer = await askForPasskey(purpose);
    setState("rest");
    if (!answer.ok) return setProblem(answer.message);
    fields.delete("password");
    fields.set("intent", "passkey");
    fields.set("passkey", answer.passkey);
    await submit(fields, { method: "post", ...(to && { action: to }) });
  };
  return (
    <>
      <Button
        type="button"
        variant={variant}
        block={block ?? false}
        small={small ?? false}
        icon={icon}
        className="js-only"
        data-needs-scripts=""
        busy={state === "asking"}
        onClick={press}
      >
        {state === "asking" ? "Waiting for the passkey" : children}
      </Button>
      {problem && (
        <Notice tone="bad" live>
          <p>{problem}</p>
        </Notice>
      )}
    </>
  );
};

const renewEvery = 4 * minuteMs;

/**
 * For the e-mail field: offers passkeys in its list, where the browser can; silent where it cannot. Not before the
 * field has the focus, and not while the page is left: a browser keeps no page for its back button that asks for one.
 */
export const usePasskeyAutofill = () => {
  const submit = useSubmit();
  const field = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (document.activeElement === field.current) setWanted(true);
  }, []);
  useEffect(() => {
    if (!wanted) return;
    let over = false;
    const offer = async () => {
      if (over || !(await autofillWorks())) return;
      const answer = await askForPasskey("sign-in", true);
      if (answer.ok && !over) await submit({ intent: "passkey", passkey: answer.passkey }, { method: "post" });
    };
    offer();
    const renewal = setInterval(offer, renewEvery);
    const offerAgain = ({ persisted }: PageTransitionEvent) => persisted && offer();
    addEventListener("pagehide", stopAsking);
    addEventListener("pageshow", offerAgain);
    return () => {
      over = true;
      clearInterval(renewal);
      removeEventListener("pagehide", stopAsking);
      removeEventListener("pageshow", offerAgain);
      stopAsking();
    };
  }, [wanted, submit]);
  return { ref: field, onFocus: () => setWanted(true) };
};
