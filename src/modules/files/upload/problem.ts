/**
 * Why an upload did not go through. `connection`: it may work later. `signed-out`: the session is over. `refused`: the
 * server refused, with `words`. `unreadable`: this device cannot read the file any more.
 */
type ProblemKind = "connection" | "signed-out" | "refused" | "unreadable";
export type Problem = { readonly kind: ProblemKind; readonly message: string };

export const connectionLost: Problem = { kind: "connection", message: "Not sent. The connection was lost." };
export const serverBusy: Problem = { kind: "connection", message: "Not sent. The server does not accept files now." };
export const signedOut: Problem = {
  kind: "signed-out",
  message: "You are signed out. Sign in again, then press Retry. What was sent is kept.",
};
export const unreadable: Problem = {
  kind: "unreadable",
  message: "The file was moved or changed on this device. Choose it again.",
};
export const refused = (message: string): Problem => ({ kind: "refused", message });
export const lostOften: Problem = { kind: "connection", message: "Not sent. The server lost this file several times." };
