import { redirect } from "react-router";

/** For buttons without typed words: the way to confirm who it is, and back to `here`. */
export const confirmFirst = (here: string): Response => redirect(`/confirm-identity?next=${encodeURIComponent(here)}`);
