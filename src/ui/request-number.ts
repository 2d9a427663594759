import { createContext, useContext, useState } from "react";

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
export function useRequestNumber(error: unknown): string | undefined {
  const made = useContext(RequestNumberContext);
  const [shown] = useState(numberOnPage);
  return (error instanceof Error && inMessage.exec(error.message)?.[1]) || made || shown;
}
