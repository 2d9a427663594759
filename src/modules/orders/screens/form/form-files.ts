import type { FileFieldData } from "#src/modules/files/index.server.ts";

/** What the files of an order that is not placed yet are about. */
export const NEW_ORDER = "new-order";

type Loaded = { readonly files: FileFieldData; readonly kept: boolean };

/** The files of the form: a guest's wait on the device under the form's key, which continues after the sign-in. */
export const filesOf = ({ files, kept }: Loaded, key: string) => ({
  purpose: files.purpose,
  about: files.about,
  account: files.account,
  known: files.known,
  limits: files.limits,
  guestKey: files.account === null ? key : null,
  heldKey: files.account !== null && kept ? key : null,
});
