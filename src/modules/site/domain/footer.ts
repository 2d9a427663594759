type FooterLink = { readonly to: string; readonly label: string };

/** What the footer needs of the shop's settings. */
export type FooterShop = {
  readonly email: string;
  readonly phone: string;
  readonly whatsapp: string;
  readonly social: Readonly<Record<"facebook" | "instagram" | "linkedin" | "x", string>>;
  readonly methods: Readonly<Record<"card" | "paypal" | "transfer", boolean>>;
};

/** The links, and the two families that have no overview. */
export const footerServices: readonly FooterLink[] = [
  { to: "/technical-writing", label: "Technical writing" },
  { to: "/non-technical-writing", label: "Non-technical writing" },
  { to: "/non-technical-writing/research-papers", label: "Research papers" },
  { to: "/non-technical-writing/dissertations", label: "Dissertations" },
  { to: "/non-technical-writing/business-reports", label: "Business reports" },
  { to: "/technical-writing/capstone-projects", label: "Capstone projects" },
  { to: "/coursework/any-subject", label: "Coursework" },
  { to: "/quizzes-tests/practice-tests", label: "Quizzes and tests" },
];

export const footerLegal: readonly FooterLink[] = [
  { to: "/privacy-policy", label: "Privacy policy" },
  { to: "/terms", label: "Terms of service" },
  { to: "/honest-use/never", label: "What we never do" },
  { to: "/accessibility", label: "Accessibility" },
];

export const whatsappAddress = (number: string): string => `https://wa.me/${number}`;

/** Only what the operator has set. */
export const footerContact = ({ email, phone, whatsapp }: FooterShop): readonly FooterLink[] => [
  ...(email ? [{ to: `mailto:${email}`, label: email }] : []),
  ...(phone ? [{ to: `tel:${phone.replace(/[^\d+]/g, "")}`, label: phone }] : []),
  ...(whatsapp ? [{ to: whatsappAddress(whatsapp), label: "WhatsApp" }] : []),
  { to: "/contact", label: "Contact page" },
];

const socialNames = { facebook: "Facebook", instagram: "Instagram", linkedin: "LinkedIn", x: "X" } as const;
const socials = ["facebook", "instagram", "linkedin", "x"] as const;

export const footerSocial = ({ social }: FooterShop): readonly FooterLink[] =>
  socials.filter((key) => social[key] !== "").map((key) => ({ to: social[key], label: socialNames[key] }));

/** The three methods except those switched off. */
export const paymentNames = ({ methods }: FooterShop): readonly string[] => [
  ...(methods.card ? ["Credit Card"] : []),
  ...(methods.paypal ? ["PayPal"] : []),
  ...(methods.transfer ? ["Bank Transfer"] : []),
];
