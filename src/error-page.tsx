import { Failure } from "#src/ui/failure.tsx";
import { SkipLink } from "#src/ui/masthead.tsx";
import { Wordmark } from "#src/ui/wordmark.tsx";

/** The last page for every failure. It needs nothing that could fail again. */
export const ErrorPage = ({ error }: { error: unknown }) => (
  <>
    <SkipLink />
    <header className="mast">
      <div className="wrap">
        <Wordmark name="Start page" to="/" />
      </div>
    </header>
    <main id="main" className="wrap section">
      <Failure error={error} />
    </main>
  </>
);
