import type { OrdersController, PaymentsController } from "@paypal/paypal-server-sdk";
import type { Config } from "#src/config.ts";

export type PayPalConfig = NonNullable<Config["paypal"]>;

/** A call that is not in the package: a path of PayPal's API, with a token. */
type Ask = (method: "GET" | "POST", path: string, body?: string) => Promise<{ status: number; body: unknown }>;
export type PayPalClient = { orders: OrdersController; payments: PaymentsController; ask: Ask };

const timeoutMs = 10_000;
const official = /^https:\/\/api-m(\.sandbox)?\.paypal\.com/;

const apiBaseOf = ({ live, apiBase }: PayPalConfig): string =>
  apiBase?.origin ?? (live ? "https://api-m.paypal.com" : "https://api-m.sandbox.paypal.com");

/**
 * PayPal's own package, read at the first use. It knows its two addresses alone, so another one is put in on the way out
 * (its method is called by its constructor: a subclass, not a field). It has no timeout unless one is set.
 */
async function open(config: PayPalConfig): Promise<PayPalClient> {
  const { Client, Environment, OrdersController, PaymentsController } = await import("@paypal/paypal-server-sdk");
  const base = apiBaseOf(config);
  class Redirected extends Client {
    override getRequestBuilderFactory() {
      const make = super.getRequestBuilderFactory();
      return ((...given: Parameters<typeof make>) => {
        const builder = make(...given);
        builder.interceptRequest((request) => ({ ...request, url: request.url.replace(official, base) }));
        return builder;
      }) as typeof make;
    }
  }
  const client = new Redirected({
    clientCredentialsAuthCredentials: { oAuthClientId: config.clientId, oAuthClientSecret: config.clientSecret },
    environment: config.live ? Environment.Production : Environment.Sandbox,
    timeout: timeoutMs,
  });
  const manager = client.clientCredentialsAuthManager;
  let token: Awaited<ReturnType<typeof manager.updateToken>> | undefined;
  const ask: Ask = async (method, path, body) => {
    token = await manager.updateToken(token); // the same one while it is good
    const { accessToken } = token;
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body }),
    });
    if (answer.status === 401) token = undefined;
    return { status: answer.status, body: await answer.json().catch(() => null) };
  };
  return { orders: new OrdersController(client), payments: new PaymentsController(client), ask };
}

export function clientFor(config: PayPalConfig): () => Promise<PayPalClient> {
  let made: Promise<PayPalClient> | null = null;
  return () => {
    made ??= open(config);
    return made;
  };
}

/** PayPal's refusal of a call that it understood; null for a broken connection or a busy server. */
export function refusalOf(error: unknown): { status: number; issue: string; text: string } | null {
  const { statusCode, body } = (error ?? {}) as { statusCode?: unknown; body?: unknown };
  if (typeof statusCode !== "number" || ![400, 404, 422].includes(statusCode)) return null;
  const reported = parse(body);
  const issue = reported.details?.[0]?.issue ?? reported.name ?? "";
  return { status: statusCode, issue, text: reported.details?.[0]?.description ?? reported.message ?? issue };
}

type Reported = { name?: string; message?: string; details?: { issue?: string; description?: string }[] };
function parse(body: unknown): Reported {
  try {
    return JSON.parse(String(body)) as Reported;
  } catch {
    return {};
  }
}
