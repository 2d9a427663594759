import type { SessionLine } from "../../index.server.ts";

/** How a session began. */
export const wayWords: Record<SessionLine["way"], string> = {
  password: "Signed in with the password",
  google: "Signed in with Google",
  apple: "Signed in with Apple",
  passkey: "Signed in with a passkey",
  link: "Signed in by a link in a mail",
};
