import { useFrame } from "#src/modules/operator/index.screens.ts";
import { Failure } from "#src/ui/failure.tsx";
import { Island } from "#src/ui/island.tsx";
import { SkipLink } from "#src/ui/masthead.tsx";
import { Wordmark } from "#src/ui/wordmark.tsx";
import { PublicMasthead } from "./site-frame.tsx";

const BareHeader = () => (
  <header className="mast">
    <div className="wrap">
      <Wordmark name="Start page" to="/" />
    </div>
  </header>
);

/** The last page for every failure. It needs nothing that could fail again; what the root still knows stays above it. */
export const ErrorPage = ({ error }: { error: unknown }) => (
  <>
    <SkipLink />
    <Island name="The menu" wide>
      {useFrame() ? <PublicMasthead /> : <BareHeader />}
    </Island>
    <main id="main" className="wrap section">
      <Failure error={error} />
    </main>
  </>
);
