const mostLetters = 40;

/** The promotion code of an order form's address; "" without one. */
export const codeIn = ({ url }: Pick<Request, "url">): string =>
  (new URL(url).searchParams.get("code") ?? "").trim().slice(0, mostLetters);

/** The code as the rest of an address, so that it is there at the payment. */
export const withCode = (before: "?" | "&", code: string): string =>
  code === "" ? "" : `${before}code=${encodeURIComponent(code)}`;
