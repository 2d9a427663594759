import type { Purpose } from "../domain/purposes.ts";

/** The form with these files was taken: the next one begins with an empty list. */
export const filesTaken = async (account: string, purpose: Purpose, about: string): Promise<void> => {
  const { endList } = await import("../upload/browser-lists.ts");
  endList({ account, guestKey: null, purpose, about });
};

/** The person begins anew: what was sent for this form is thrown away. */
export const dropFiles = async (account: string, purpose: Purpose, about: string): Promise<void> => {
  const { emptyList } = await import("../upload/browser-lists.ts");
  await emptyList({ account, guestKey: null, purpose, about });
};
