import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { ShownVersions } from "#src/modules/operator/index.ts";
import { Button } from "#src/ui/button.tsx";
import { FormOwner } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { type Provider, type Purpose, providerName } from "../../domain/providers.ts";
import { goInPopup, goThere, openPopup } from "./provider-sign-in.ts";

const Google = () => (
  <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
    <path
      fill="#4285F4"
      d="M22 12.2c0-.7-.06-1.4-.18-2H12v3.9h5.6a4.8 4.8 0 0 1-2.1 3.1v2.6h3.4c2-1.8 3.1-4.5 3.1-7.6z"
    />
    <path
      fill="#34A853"
      d="M12 22.3c2.8 0 5.2-.9 6.9-2.5l-3.4-2.6c-.9.6-2.1 1-3.5 1-2.7 0-5-1.8-5.8-4.3H2.7v2.7A10.3 10.3 0 0 0 12 22.3z"
    />
    <path fill="#FBBC05" d="M6.2 13.9a6.2 6.2 0 0 1 0-3.9V7.3H2.7a10.3 10.3 0 0 0 0 9.3z" />
    <path fill="#EA4335" d="M12 5.7c1.5 0 2.9.5 4 1.6l3-3A10.3 10.3 0 0 0 2.7 7.3L6.2 10c.8-2.5 3.1-4.3 5.8-4.3z" />
  </svg>
);

const Apple = () => (
  <svg className="i" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
    <path d="M16.7 12.7c0-2.3 1.9-3.4 2-3.5-1.1-1.6-2.8-1.8-3.4-1.8-1.4-.1-2.8.9-3.5.9s-1.8-.8-3-.8c-1.5 0-2.9.9-3.7 2.3-1.6 2.7-.4 6.8 1.1 9 .8 1.1 1.7 2.3 2.9 2.3s1.6-.8 3-.8 1.8.8 3 .7c1.2 0 2-1.1 2.8-2.2.9-1.3 1.2-2.5 1.3-2.6-.1 0-2.5-1-2.5-3.5zM14.4 6c.6-.8 1.1-1.8.9-2.9-.9 0-2 .6-2.7 1.4-.6.7-1.1 1.7-1 2.7 1.1.1 2.1-.5 2.8-1.2z" />
  </svg>
);

const marks = { google: Google, apple: Apple } as const satisfies Record<Provider, () => React.ReactNode>;

/** The sign by which people know the provider: drawn for this product, from no one's file. */
export const ProviderMark = ({ provider }: { provider: Provider }) => {
  const Mark = marks[provider];
  return <Mark />;
};

type Props = {
  offers: readonly Provider[];
  /** About a way that ended badly before this page came. */
  trouble: string | null;
  /** Where people continue afterwards. */
  next: string;
  purpose?: Purpose;
  /** What somebody new accepts, where the buttons may make an account. */
  texts?: ShownVersions | null;
  className?: string;
};

type State = { busy: Provider | null; message: string | null };

/** What the forms of a page share: which of them waits, and the sentence to show. `trouble` is the first one. */
export function useOAuthAttempts(trouble: string | null) {
  const [state, setState] = useState<State>({ busy: null, message: trouble });
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => {
    // A page restored by the Back button is idle again.
    const rest = () => setState((before) => ({ ...before, busy: null }));
    window.addEventListener("pageshow", rest);
    return () => {
      window.removeEventListener("pageshow", rest);
      stop.current();
    };
  }, []);
  const begin = (form: HTMLFormElement, provider: Provider) => {
    stop.current();
    const popup = provider === "google" ? openPopup() : null;
    const show = (message: string | null) => setState({ busy: null, message });
    setState({ busy: provider, message: null });
    if (popup)
      stop.current = goInPopup(form, popup, (end) =>
        "to" in end ? window.location.assign(end.to) : show(end.message),
      );
    else void goThere(form).then((problem) => problem && show(problem));
  };
  return { ...state, begin };
}

/** Which versions of what somebody new accepts this page shows: a form that makes an account carries them. */
export const ShownTexts = ({ texts: { termsVersion, privacyVersion } }: { texts: ShownVersions }) => (
  <>
    <input type="hidden" name="termsVersion" value={termsVersion} />
    <input type="hidden" name="privacyVersion" value={privacyVersion} />
  </>
);

type FormProps = {
  provider: Provider;
  purpose: Purpose;
  next: string;
  texts?: ShownVersions | null;
  begin: ReturnType<typeof useOAuthAttempts>["begin"];
  children: ReactNode;
};

/**
 * The form that begins a way to a provider; its button is given. Without scripts it is posted as it is: then the page's
 * own policy allows what the answer leads to, which the policy of a page that changed its address by script may not.
 */
export const ProviderForm = ({ provider, purpose, next, texts, begin, children }: FormProps) => (
  <form
    method="post"
    action={`/api/auth/sign-in/${provider}`}
    onSubmit={(event) => {
      event.preventDefault();
      begin(event.currentTarget, provider);
    }}
  >
    <input type="hidden" name="next" value={next} />
    <input type="hidden" name="purpose" value={purpose} />
    {purpose !== "sign-in" && <FormOwner />}
    {texts && <ShownTexts texts={texts} />}
    {children}
  </form>
);

/** The sentence about a way that ended badly. */
const ProviderMessage = ({ message }: { message: string | null }) =>
  message && (
    <Notice tone="warn" live className="mb-5">
      <p>{message}</p>
    </Notice>
  );

/**
 * A button for each provider that is set up; nothing without one. Google comes in a window of its own, Apple takes the
 * whole page; without scripts, or where windows are blocked, both do.
 */
export const ProviderPart = ({ offers, trouble, next, purpose = "sign-in", texts = null, className }: Props) => {
  const { busy, message, begin } = useOAuthAttempts(trouble);
  if (offers.length === 0) return null;
  return (
    <div className={className}>
      <ProviderMessage message={message} />
      <div className="grid gap-3">
        {offers.map((provider) => (
          <ProviderForm key={provider} provider={provider} purpose={purpose} next={next} texts={texts} begin={begin}>
            <Button variant="outline" block busy={busy === provider} data-needs-scripts="">
              {busy !== provider && <ProviderMark provider={provider} />}
              {busy === provider ? `Waiting for ${providerName[provider]}` : `Continue with ${providerName[provider]}`}
            </Button>
          </ProviderForm>
        ))}
      </div>
    </div>
  );
};

/** Below the buttons where they may make an account. */
export const ProviderTerms = ({ offers }: Pick<Props, "offers">) =>
  offers.length === 0 ? null : (
    <p className="small muted mt-3">
      The first time this makes your account. You then accept the <Link to="/terms">terms of service</Link> and the{" "}
      <Link to="/privacy-policy">privacy policy</Link>.
    </p>
  );
