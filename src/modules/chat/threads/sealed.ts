import type { Runtime } from "#src/platform/runtime.ts";
import { seal, unseal } from "#src/platform/seal.ts";
import { keyFor } from "#src/platform/secret.ts";

const keyOf = ({ secret }: Pick<Runtime, "secret">): Buffer => keyFor(secret, "hidden contact details");

/** A message as it was typed, for admins in a dispute alone. */
export const sealMessage = (runtime: Pick<Runtime, "secret">, id: string, text: string): string =>
  seal(keyOf(runtime), text, `thread-message:${id}`);

export const openMessage = (runtime: Pick<Runtime, "secret">, id: string, sealed: string): string | null =>
  unseal(keyOf(runtime), sealed, `thread-message:${id}`);
