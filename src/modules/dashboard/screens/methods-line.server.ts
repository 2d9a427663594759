import { methodsFor } from "#src/modules/payments/index.server.ts";
import type { Runtime } from "#src/platform/runtime.ts";

/** "Bank transfer" inside a sentence; "PayPal" stays as it is. */
const inside = (name: string): string =>
  /^[A-Z][a-z ]+$/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

/** "Credit card, PayPal or bank transfer. "; nothing without a name. */
export function methodsText([first, ...others]: readonly string[]): string {
  if (!first) return "";
  const names = [first, ...others.map(inside)];
  const last = names.pop();
  return names.length > 0 ? `${names.join(", ")} or ${last}. ` : `${last}. `;
}

/** What can take money for this order now, as the text beside its price begins. */
export const methodsLine = async (runtime: Runtime, order: { test: boolean }): Promise<string> =>
  methodsText((await methodsFor(runtime, order)).map(({ name }) => name));
