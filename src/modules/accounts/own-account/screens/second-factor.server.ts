import { redirect } from "react-router";
import { readingZone, siteSetting } from "#src/modules/operator/index.server.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Person } from "#src/shared/viewer.ts";
import { factorRemovalDue, keyAddress, myFactors, requireFresh } from "../../index.server.ts";
import { nextOf } from "../../screens/answers.server.ts";
import { withNext } from "../../screens/auth-page.tsx";

/** What an authenticator app needs: the picture, and the key as text in groups of four. */
export type NewApp = { token: string; picture: string; key: string };

/** The picture is made here, of the secret and the shop's name; it goes nowhere else. */
export async function newApp(ctx: Ctx, person: Person, { token, secret }: { token: string; secret: string }) {
  const { name } = await ctx.runtime.settings.get(siteSetting);
  const { renderSVG } = await import("uqr");
  const svg = renderSVG(await keyAddress(secret, name, person.email), { border: 4, pixelSize: 6 });
  const made: NewApp = {
    token,
    picture: `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`,
    key: (secret.match(/.{1,4}/g) ?? []).join(" "),
  };
  return made;
}

/**
 * For the two pages of factors: a fresh person with what is set up. Who waits for a role and has a factor shows it
 * first: this session has not seen one.
 */
export async function factorPage(ctx: Ctx, request: Request) {
  const person = requireFresh(ctx, request);
  const factors = orPage(await myFactors(ctx, {}), request);
  const next = nextOf(request);
  if (person.waitingRole && factors.any && !factors.shown)
    throw redirect(withNext("/confirm-identity", next || "/dashboard"));
  const waiting = person.waitingRole !== null && !factors.any;
  const removalDue = await factorRemovalDue(ctx.runtime.db, person.id);
  return { zone: await readingZone(ctx), next, factors, waiting, removalDue };
}
