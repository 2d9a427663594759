import { type ClientMetadata, type Configuration, interactionPolicy, Provider } from "oidc-provider";
import { appKey, isAppleSecret, type SigningKey } from "./keys.ts";
import { claimsOf, type FakePerson, type Kind, userJson } from "./people.ts";
import { type Knobs, shifted, tampered } from "./tamper.ts";

/** The app as the fakes know it. */
const clientOf = {
  google: { id: "paperwright-fake", secret: "a secret that is good for the fake only" },
  apple: { id: "test.paperwright.web", secret: "never sent: Apple's secret is a signed statement" },
} as const satisfies Record<Kind, { id: string; secret: string }>;

/** What the product must be started with to use the fake at `issuer`. */
export const envOf = (kind: Kind, issuer: string): Record<string, string> =>
  kind === "google"
    ? { GOOGLE_CLIENT_ID: clientOf.google.id, GOOGLE_CLIENT_SECRET: clientOf.google.secret, GOOGLE_ISSUER: issuer }
    : {
        APPLE_SERVICES_ID: clientOf.apple.id,
        APPLE_TEAM_ID: appKey.teamId,
        APPLE_KEY_ID: appKey.keyId,
        APPLE_PRIVATE_KEY: appKey.pem,
        APPLE_ISSUER: issuer,
      };

type Wishes = {
  kind: Kind;
  issuer: string;
  /** The app's origin. */
  app: string;
  people: readonly FakePerson[];
  knobs: Knobs;
  key: SigningKey;
  adapter: Configuration["adapter"];
  /** True when this person consents for the first time. */
  isFirst: (sub: string) => boolean;
};

/** Where people are sent, where codes are changed for tokens, and the keys: as at the real ones. */
export const routes = {
  google: { authorization: "/o/oauth2/v2/auth", token: "/token", jwks: "/certs" },
  apple: { authorization: "/auth/authorize", token: "/auth/token", jwks: "/auth/keys" },
} as const;

/** oidc-provider with the habits of Google or of Apple. */
export function makeProvider(wishes: Wishes): Provider {
  const { kind, issuer, people } = wishes;
  const provider = new Provider(issuer, configure(wishes));
  const allowed = { google: ["openid", "email", "profile"], apple: ["openid", "email", "name"] }[kind];
  provider.on("authorization.success", (ctx, ...more: unknown[]) => {
    const [answer] = more as [Record<string, unknown>]; // its type leaves out what is going to be sent
    if (kind === "google") return;
    delete answer.iss; // Apple does not know RFC 9207
    const one = people.find(({ sub }) => sub === ctx.oidc.session?.accountId);
    if (one && wishes.isFirst(one.sub)) answer.user = userJson(one);
  });
  provider.use(async (ctx, next) => {
    const { scope, response_mode: mode } = ctx.query;
    if (ctx.path === routes[kind].authorization) {
      const asked = String(scope ?? "").split(" ");
      if (asked.some((one) => !allowed.includes(one))) ctx.throw(400, `${kind} does not know one of these scopes`);
      if (kind === "apple" && mode !== "form_post") ctx.throw(400, "response_mode must be form_post");
    }
    await next();
    // Apple's page that posts the answer is a page like any other, whatever the answer says.
    if (kind === "apple" && ctx.status === 400 && ctx.response.is("html")) ctx.status = 200;
    await spoil(ctx, wishes);
  });
  if (kind === "apple")
    Object.assign(provider.Client.prototype, {
      compareClientSecret: (given: string) => isAppleSecret(given, clientOf.apple.id, issuer),
    });
  return provider;
}

async function spoil(ctx: { body?: unknown }, { kind, knobs, key }: Wishes): Promise<void> {
  const { body } = ctx;
  if (kind === "apple" && isDiscovery(body)) delete body.authorization_response_iss_parameter_supported;
  if (typeof body !== "object" || body === null || !("id_token" in body) || typeof body.id_token !== "string") return;
  if (knobs.clockOff !== 0) body.id_token = await shifted(body.id_token, knobs.clockOff, key);
  if (knobs.token && typeof body.id_token === "string") body.id_token = await tampered(body.id_token, knobs.token, key);
}

const isDiscovery = (body: unknown): body is { authorization_response_iss_parameter_supported?: boolean } =>
  typeof body === "object" && body !== null && "authorization_endpoint" in body;

function configure({ kind, app, people, key, adapter }: Wishes): Configuration {
  const client: ClientMetadata = {
    client_id: clientOf[kind].id,
    client_secret: clientOf[kind].secret,
    redirect_uris: [`${app}/api/auth/callback/${kind}`],
    grant_types: ["authorization_code"],
    response_types: ["code"],
    token_endpoint_auth_method: "client_secret_post",
  };
  return {
    adapter,
    clients: [client],
    jwks: { keys: [key] } as Configuration["jwks"],
    routes: routes[kind],
    scopes: ["openid", "email", "profile", "name"],
    claims: {
      openid: ["sub", "hd"],
      email: ["email", "email_verified"],
      profile: ["name", "given_name", "family_name"],
      name: [],
    },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    // Both fakes live on one host name: ports do not keep their cookies apart.
    cookies: {
      keys: ["fake"],
      names: { session: `${kind}_session`, interaction: `${kind}_interaction`, resume: `${kind}_resume` },
    },
    ttl: { AccessToken: 3600, AuthorizationCode: 60, IdToken: 3600, Interaction: 3600, Session: 3600, Grant: 3600 },
    interactions: { url: (_ctx, interaction) => `/choose/${interaction.uid}`, policy: alwaysAsk() },
    findAccount: (_ctx, sub) => {
      const one = people.find((person) => person.sub === sub);
      return one && { accountId: sub, claims: () => claimsOf(kind, one) };
    },
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? "",
        accountId: ctx.oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile name");
      await grant.save();
      return grant;
    },
    renderError: (ctx, out) => {
      ctx.type = "text";
      ctx.body = Object.values(out).join(": ");
    },
  };
}

/** Both let people choose an account each time; consent is a step of the same page. */
function alwaysAsk() {
  const { base, Check, Prompt } = interactionPolicy;
  const policy = base();
  policy.add(new Prompt({ name: "select_account", requestable: true }), 0);
  policy
    .get("login")
    ?.checks.add(new Check("always", "somebody must be chosen", (ctx) => ctx.oidc.result?.login === undefined));
  return policy;
}
