import type { SessionLine } from "../../index.server.ts";

const loopback = /^(?:127\.|::1$|0:0:0:0::\/64$)/;

/** A network address for its owner; of IPv6 the part that names the network. */
export const addressLabel = (address: string): string =>
  loopback.test(address) ? "this computer" : address.replace("/64", "");

/** How a session began. */
export const methodLabels: Record<SessionLine["method"], string> = {
  password: "Signed in with the password",
  google: "Signed in with Google",
  apple: "Signed in with Apple",
  passkey: "Signed in with a passkey",
  link: "Signed in by a link in an e-mail",
};
