import { Link } from "react-router";
import { Panel } from "#src/ui/admin-shell.tsx";
import type { Sign } from "../../domain/client-signs.ts";

const SignText = ({ sign: { text, to } }: { sign: Sign }) => (to ? <Link to={to}>{text}</Link> : text);

/** What is unusual about a client, with the reason; nothing where nothing is. */
export const SignsPanel = ({ signs }: { signs: readonly Sign[] }) =>
  signs.length > 0 && (
    <Panel title="Worth a look" pad>
      <ul className="grid gap-2">
        {signs.map((sign) => (
          <li key={sign.to ?? sign.text}>
            <SignText sign={sign} />
          </li>
        ))}
      </ul>
      <p className="small soft mt-3">
        Each can have a good reason, and nothing is blocked by it. Ask the person first.
      </p>
    </Panel>
  );
