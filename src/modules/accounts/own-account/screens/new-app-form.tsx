import { Form, Link } from "react-router";
import { Button } from "#src/ui/button.tsx";
import { CodeField } from "../../screens/code-field.tsx";
import { Part } from "./part.tsx";
import type { NewApp } from "./second-factor.server.ts";

type Props = { app: NewApp; error: string | undefined; busy: boolean };

/** The picture and the key for the app, and the first code back. */
export const NewAppForm = ({ app: { token, picture, key }, error, busy }: Props) => (
  <Part
    title="Set up an authenticator app"
    lede="Any app for one-time codes works: the one of your password manager, Aegis, Google Authenticator and others."
  >
    <div className="row items-start [--gap:32px]">
      <img src={picture} width={208} height={208} alt="QR code of the key. The same key stands beside it as text." />
      <div className="stack min-w-0 flex-1 basis-70 [--gap:8px]">
        <p>
          <b>1.</b> Scan the picture with the app, or type this key into it:
        </p>
        <p>
          <code className="font-mono break-words">{key}</code>
        </p>
        <p className="soft small">Time based, six digits, 30 seconds: what apps choose by themselves.</p>
      </div>
    </div>
    <Form method="post" className="stack mt-7 max-w-80 [--gap:20px]">
      <p>
        <b>2.</b> Type the code that the app shows now.
      </p>
      <input type="hidden" name="token" value={token} />
      <CodeField kind="app" error={error} />
      <div className="row [--gap:12px]">
        <Button name="intent" value="confirm" busy={busy}>
          {busy ? "Checking" : "Finish"}
        </Button>
        <Link to="/accountSettings/second-factor">Stop here</Link>
      </div>
    </Form>
  </Part>
);
