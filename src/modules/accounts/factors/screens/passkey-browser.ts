export type PasskeyFor = "sign-in" | "second-step" | "confirm" | "add";
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
export async function askForPasskey(purpose: PasskeyFor, quietly = false): Promise<Answer> {
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
export const autofillWorks = async (): Promise<boolean> =>
  typeof PublicKeyCredential !== "undefined" &&
  (await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) === true;

/** At once: a page that is left asking, if only for one task more, is not kept for the back button. */
export const stopAsking = (): void => {
  stops += 1;
  library?.WebAuthnAbortService.cancelCeremony();
};
