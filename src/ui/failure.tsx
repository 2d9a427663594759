import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { isRouteErrorResponse, useLocation } from "react-router";
import { notFound } from "#src/shared/outcome.ts";
import { LinkButton } from "./button.tsx";
import { Lost } from "./empty.tsx";

/** Names a request whose page failed; undefined in the browser. */
export const RequestNumberContext = createContext<string | undefined>(undefined);

/** What React Router tells a browser of an error on the server. */
const unexpected = "Unexpected Server Error";

/** The answer to a browser that asks for the data of a page, with the request's number in the errors that it holds. */
export const withRequestNumber = (answer: string, number: string): string =>
  answer.replaceAll(`"${unexpected}"`, `"${unexpected} ${number}"`);

const inMessage = new RegExp(`^${unexpected} ([\\w-]+)$`);

const numberOnPage = (): string | undefined =>
  typeof document === "undefined" ? undefined : document.querySelector("[data-request-number]")?.textContent;

/** The number of the request that failed: from its error, else from the page that the server made. */
function useRequestNumber(error: unknown): string | undefined {
  const made = useContext(RequestNumberContext);
  const [shown] = useState(numberOnPage);
  return (error instanceof Error && inMessage.exec(error.message)?.[1]) || made || shown;
}

/** What a page says that got no answer, with and without a line: in the application, and kept by the browser (`/sw.js`). */
export const noAnswerTexts = {
  offline: {
    title: "You are offline",
    text: "This page opens again when the connection is back. Nothing was sent twice, and nothing is lost.",
  },
  unanswered: {
    title: "No answer came",
    text: "We could not reach the server. Look whether you are online, then try again.",
  },
} as const;

/** No answer came at all: the line broke, or the server is being started again. */
const noAnswer = 0;

const isOffline = (status: number): boolean =>
  status === noAnswer && typeof navigator !== "undefined" && navigator.onLine === false;

const texts = (status: number): { title: string; text: string } => {
  if (status === noAnswer) return isOffline(status) ? noAnswerTexts.offline : noAnswerTexts.unanswered;
  if (status === 404)
    return {
      title: "We cannot find this page",
      text: "The address may be wrong, or the page was removed. If it is an order, sign in with the e-mail that you used for it.",
    };
  if (status === 422)
    return {
      title: "This address cannot be read",
      text: "Something in the address is wrong. Open the page from its start.",
    };
  if (status === 403) return { title: "Not yours to open", text: "Your account may not open this page." };
  if (status === 429)
    return { title: "Wait a little", text: "Many requests came from your network. Try again in some minutes." };
  if (status === 503)
    return {
      title: "Back in a moment",
      text: "We cannot reach our records at the moment. Nothing is lost. Try again in a minute.",
    };
  return {
    title: "Something is wrong on our side",
    text: "It is not your fault. Your order and your money are safe. Try again in a minute.",
  };
};

/** How the words of Chrome, Firefox and Safari begin for a fetch, and for an import, that got no answer. */
const unanswered =
  /^(Failed to fetch|NetworkError|Load failed|error loading dynamically imported|Importing a module script failed)/;

const factsOf = (error: unknown) => {
  if (error instanceof TypeError && unanswered.test(error.message)) return { status: noAnswer, message: undefined };
  if (!isRouteErrorResponse(error)) return { status: 500, message: undefined };
  const { status, data } = error;
  if (data?.noAnswer === true) return { status: noAnswer, message: undefined };
  return { status, message: typeof data?.message === "string" ? String(data.message) : undefined };
};

type Props = {
  error: unknown;
  /** Where a way on leads. */
  home?: { to: string; label: string };
};

/** Names the request to Support, who find it in the log. */
export const SupportNumber = ({ children }: { children: ReactNode }) => (
  <p className="small muted mt-4">
    Number for Support:{" "}
    <b className="strong" data-request-number translate="no">
      {children}
    </b>
  </p>
);

const start = { to: "/", label: "Go to the start page" };
const orders = { to: "/dashboard", label: "Your orders" };

/** What failed, what is safe, what to do; the address again where that can help, offline by itself when there is a line. */
export function Failure({ error, home = start }: Props) {
  const { status, message } = factsOf(error);
  const { pathname, search } = useLocation();
  const { title, text } = texts(status);
  const number = useRequestNumber(error);
  const canHelp = status === noAnswer || status >= 500;
  useEffect(() => {
    if (!isOffline(status)) return;
    const open = () => window.location.reload();
    addEventListener("online", open);
    return () => removeEventListener("online", open);
  }, [status]);
  return (
    <>
      <title>{status === noAnswer ? title : `${title} · ${status}`}</title>
      <Lost
        art={status === noAnswer ? "offline" : status >= 500 ? "torn" : "missing"}
        title={title}
        actions={
          <>
            {canHelp && (
              <LinkButton reloadDocument={status !== 503} to={pathname + search}>
                Try again
              </LinkButton>
            )}
            {status === 422 && (
              <LinkButton reloadDocument to={pathname}>
                Open from the start
              </LinkButton>
            )}
            {status !== 500 && (
              <LinkButton variant={canHelp || status === 422 ? "outline" : "primary"} to={home.to}>
                {home.label}
              </LinkButton>
            )}
            {status === 404 && home === start ? (
              <LinkButton variant="outline" to={orders.to}>
                {orders.label}
              </LinkButton>
            ) : (
              status !== noAnswer && (
                <LinkButton variant="outline" to="/contact">
                  Write to Support
                </LinkButton>
              )
            )}
          </>
        }
        foot={status >= 500 && number && <SupportNumber>{number}</SupportNumber>}
      >
        {message === undefined || message === notFound().message ? text : message}
      </Lost>
    </>
  );
}
