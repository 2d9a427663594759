import { z } from "zod";
import { defineSetting } from "#src/platform/settings.ts";

const link = z.union([z.literal(""), z.url({ protocol: /^https?$/ })]);

const hours = "24 hours a day, 7 days a week";

const schema = z.strictObject({
  name: z.string().trim().min(1).max(60),
  legalName: z.string().trim().max(120).default(""),
  email: z.string().max(200),
  phone: z.string().max(40),
  whatsapp: z.string().regex(/^\d{0,15}$/),
  address: z.string().max(500),
  social: z.strictObject({ facebook: link, instagram: link, linkedin: link, x: link }),
  methods: z.strictObject({ card: z.boolean(), paypal: z.boolean(), transfer: z.boolean() }),
  timeZone: z.string().max(60),
  hours: z.string().trim().min(1).max(200).default(hours),
});

export type Site = z.infer<typeof schema>;

/** What makes the shop the operator's own: name, contact, social links, which payment methods the footer lists. */
export const siteSetting = defineSetting<Site>({
  key: "site",
  meaning: "name, contact details, hours of support, social links and payment methods shown on public pages",
  schema,
  default: {
    name: "Paperwright",
    legalName: "",
    email: "support@example.com",
    phone: "",
    whatsapp: "",
    address: "",
    social: { facebook: "", instagram: "", linkedin: "", x: "" },
    methods: { card: true, paypal: true, transfer: true },
    timeZone: "UTC",
    hours,
  },
});
