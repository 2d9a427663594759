import type { RouterContextProvider } from "react-router";
import type { MailShop } from "#src/platform/mail/render-mail.ts";
import { requestContext } from "#src/platform/request-context.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import type { Person } from "#src/shared/viewer.ts";
import { brandSetting, colourOf } from "./brand/brand.ts";
import { brandIcon } from "./brand/brand-files.ts";
import type { PageFacts } from "./screens/frame.tsx";
import { siteSetting } from "./settings.ts";

/** Of whom the shop's e-mails come, and how they look. */
export async function mailShop(runtime: Runtime): Promise<MailShop> {
  const { name } = await runtime.settings.get(siteSetting);
  const pen = colourOf(await runtime.settings.get(brandSetting));
  return { siteName: name, pen, icon: await brandIcon(runtime) };
}

/** When it is, and the zone of the person or else the operator's. */
export async function readerClock(ctx: Ctx, person: Person): Promise<{ now: Date; zone: string }> {
  const site = await ctx.runtime.settings.get(siteSetting);
  return { now: ctx.runtime.clock(), zone: person.timeZone ?? site.timeZone };
}

/** The zone in which somebody reads times: the profile's, else the order's, else the operator's. */
export async function readingZone({ runtime, viewer }: Ctx, ofOrder: string | null = null): Promise<string> {
  const own = viewer.kind === "person" ? viewer.timeZone : null;
  return own ?? ofOrder ?? (await runtime.settings.get(siteSetting)).timeZone;
}

/** The shop's name and the one address of a page; `path` is the address without query. */
export async function pageFacts(context: Readonly<RouterContextProvider>, path: string): Promise<PageFacts> {
  const { runtime } = context.get(requestContext);
  const { name } = await runtime.settings.get(siteSetting);
  return { shop: name, canonical: new URL(path, runtime.config.baseUrl).href };
}
