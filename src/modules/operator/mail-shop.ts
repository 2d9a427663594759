import type { MailShop } from "#src/platform/mail/render-mail.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { brandSetting, colourOf } from "./brand/brand.ts";
import { siteSetting } from "./settings.ts";

/** Of whom the shop's e-mails come, and how they look. */
export async function mailShop({ settings }: Runtime): Promise<MailShop> {
  const { name } = await settings.get(siteSetting);
  return { siteName: name, pen: colourOf(await settings.get(brandSetting)) };
}
