import type { Runtime } from "#src/platform/runtime.ts";
import { seal, unseal } from "#src/platform/seal.ts";
import { keyFor } from "#src/platform/secret.ts";
import { type SecretUse, sealedColumn } from "#src/platform/secret-rotation.ts";
import { threadMessages } from "../tables.ts";

const purpose = "hidden contact details";
const about = (id: string): string => `thread-message:${id}`;
const keyOf = ({ secret }: Pick<Runtime, "secret">): Buffer => keyFor(secret, "hidden contact details");

/** A message as it was typed, for admins in a dispute alone. */
export const sealMessage = (runtime: Pick<Runtime, "secret">, id: string, text: string): string =>
  seal(keyOf(runtime), text, about(id));

export const openMessage = (runtime: Pick<Runtime, "secret">, id: string, sealed: string): string | null =>
  unseal(keyOf(runtime), sealed, about(id));

export const messageSecretUses: readonly SecretUse[] = [
  sealedColumn({
    ...{ purpose, what: "messages with hidden contact details" },
    ...{ id: threadMessages.id, text: threadMessages.sealed, about },
  }),
];
