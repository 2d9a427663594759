import { isRouteErrorResponse } from "react-router";
import { LinkButton } from "#src/ui/button.tsx";
import { Lost } from "#src/ui/empty.tsx";
import { SkipLink } from "#src/ui/masthead.tsx";
import { Wordmark } from "#src/ui/wordmark.tsx";

const words = (status: number): { title: string; text: string } => {
  if (status === 404)
    return {
      title: "Nothing here",
      text: "There is nothing at this address that you can see. The link may be old, or it belongs to another account.",
    };
  if (status === 403) return { title: "Not yours to open", text: "Your account may not open this page." };
  if (status === 503)
    return {
      title: "Back in a moment",
      text: "We cannot reach our records at the moment. Try again in a minute. What you send twice is made once.",
    };
  return {
    title: "Something failed on our side",
    text: "Nothing that you sent is lost. Try again, or write to support.",
  };
};

const factsOf = (error: unknown) => {
  if (!isRouteErrorResponse(error)) return { status: 500, message: undefined };
  const { status, data } = error;
  return { status, message: typeof data?.message === "string" ? String(data.message) : undefined };
};

/** One page for every failure: what happened, what is safe, what to do. It needs nothing that could fail again. */
export function ErrorPage({ error }: { error: unknown }) {
  const { status, message } = factsOf(error);
  const { title, text } = words(status);
  return (
    <>
      <title>{`${title} · ${status}`}</title>
      <SkipLink />
      <header className="mast">
        <div className="wrap">
          <Wordmark name="Start page" to="/" />
        </div>
      </header>
      <main id="main" className="wrap section">
        <Lost
          title={title}
          actions={
            <>
              <LinkButton to="/">Start page</LinkButton>
              <LinkButton variant="outline" to="/contact">
                Write to support
              </LinkButton>
            </>
          }
        >
          {message ?? text} <span className="small muted block mt-2">{`Error ${status}`}</span>
        </Lost>
      </main>
    </>
  );
}
