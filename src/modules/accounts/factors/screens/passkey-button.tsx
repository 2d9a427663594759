import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useSubmit } from "react-router";
import { minuteMs } from "#src/shared/units.ts";
import { Button, type ButtonProps } from "#src/ui/button.tsx";
import { KeyRound } from "#src/ui/icons.tsx";
import { Notice } from "#src/ui/notice.tsx";

type PasskeyFor = "sign-in" | "second-step" | "confirm" | "add";
type Answer = { ok: true; passkey: string } | { ok: false; message: string };

let library: typeof import("@simplewebauthn/browser") | undefined;
const load = async () => {
  library ??= await import("@simplewebauthn/browser");
  return library;
};

/** What to say of an error that the browser throws, by its name. */
function messageFor(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError")
    return "No passkey was chosen. Try again, or use another way.";
  if (name === "InvalidStateError") return "This passkey is on your account already.";
  if (name === "NotSupportedError") return "This device cannot make a passkey. Use another way.";
  return "This browser could not use a passkey. Use another way.";
}

type Question = { challenge: string; rpId?: string; rp?: { id?: string } };

async function question(
  purpose: PasskeyFor,
): Promise<{ ok: true; options: Question } | { ok: false; message: string }> {
  const answer = await fetch("/api/passkeys", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ purpose }),
  });
  const body = await answer.json();
  if (!answer.ok) return { ok: false, message: typeof body.title === "string" ? body.title : messageFor(null) };
  const host: string = body.rpId ?? body.rp?.id ?? "";
  return host === location.hostname
    ? { ok: true, options: body }
    : { ok: false, message: `Passkeys work at ${host} only. Open the site at that address.` };
}

/** A pressed button goes first: an offer that begins later would end its question. */
let pressed = 0;
/** How often offers were stopped: one that has not reached the browser by then never does. */
let stops = 0;

/** Asks the server for a question and the browser for the passkey that signs it. `quietly`: in the field's list. */
async function askForPasskey(purpose: PasskeyFor, quietly = false): Promise<Answer> {
  if (!quietly) pressed += 1;
  const stopsBefore = stops;
  try {
    const asked = await question(purpose);
    if (!asked.ok) return asked;
    const { startAuthentication, startRegistration } = await load();
    if (quietly && (pressed > 0 || stops > stopsBefore)) return { ok: false, message: messageFor(null) };
    const optionsJSON = asked.options as never;
    const made =
      purpose === "add"
        ? await startRegistration({ optionsJSON })
        : await startAuthentication({ optionsJSON, useBrowserAutofill: quietly });
    return { ok: true, passkey: JSON.stringify(made) };
  } catch (error) {
    return { ok: false, message: messageFor(error) };
  } finally {
    if (!quietly) pressed -= 1;
  }
}

/** Whether this browser shows passkeys in the list of a field; the library is loaded only then. */
const autofillWorks = async (): Promise<boolean> =>
  typeof PublicKeyCredential !== "undefined" &&
  (await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) === true;

/** At once: a page that is left asking, if only for one task more, is not kept for the back button. */
const stopAsking = (): void => {
  stops += 1;
  library?.WebAuthnAbortService.cancelCeremony();
};

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
