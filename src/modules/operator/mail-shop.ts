import type { MailShop } from "#src/platform/mail/render-mail.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { brandSetting, colourOf } from "./brand/brand.ts";
import { brandIcon } from "./brand/brand-files.ts";
import { siteSetting } from "./settings.ts";

/** Of whom the shop's e-mails come, and how they look. */
export async function mailShop(runtime: Runtime): Promise<MailShop> {
  const { name } = await runtime.settings.get(siteSetting);
  const pen = colourOf(await runtime.settings.get(brandSetting));
  return { siteName: name, pen, icon: await brandIcon(runtime) };
}
