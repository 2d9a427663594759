import { isRouteErrorResponse, Link } from "react-router";

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
      text: "We cannot reach our records at the moment. Nothing was changed. Try again in a minute.",
    };
  return {
    title: "Something failed on our side",
    text: "Nothing that you sent is lost. Try again, or write to support.",
  };
};

/** One page for every failure: what happened, what is safe, what to do. */
export function ErrorPage({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const { title, text } = words(status);
  const said = isRouteErrorResponse(error) && typeof error.data?.message === "string" ? error.data.message : text;
  return (
    <main id="main" className="wrap section">
      <title>{`${title} · ${status}`}</title>
      <p className="small soft">Error {status}</p>
      <h1 className="d2">{title}</h1>
      <p className="lede">{said}</p>
      <p>
        <Link className="btn btn-primary" to="/">
          Go to the start page
        </Link>{" "}
        <Link className="btn btn-outline" to="/contact">
          Write to support
        </Link>
      </p>
    </main>
  );
}
