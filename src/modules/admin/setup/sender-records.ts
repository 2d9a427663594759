import { Resolver } from "node:dns/promises";

/** One record of the sender's domain: `value` is what stands there, or what to add; "" where only the mail server knows it. */
export type SenderRecord = {
  kind: "SPF" | "DMARC" | "DKIM";
  /** The name that it is kept under. */
  at: string;
  state: "found" | "missing" | "wrong" | "unknown";
  value: string;
  message: string;
};

type Asked = { mailFrom: string; smtpUrl: string | undefined; contact: string; selector: string };
type LookUp = Pick<Resolver, "resolveTxt">;

const waitMs = 3_000;
const none = ["ENOTFOUND", "ENODATA"];

/** Texts at a name, its pieces joined (RFC 7208, 3.3); null: the name server did not answer. */
async function textsAt(lookUp: LookUp, name: string): Promise<string[] | null> {
  try {
    return (await lookUp.resolveTxt(name)).map((pieces) => pieces.join(""));
  } catch (error) {
    return none.includes((error as NodeJS.ErrnoException).code ?? "") ? [] : null;
  }
}

const noAnswer = "The name server did not answer. Look it up again in a few minutes.";

/** The host of a mail server that is this shop's own; a provider's rule stands in its own instructions. */
const mailHost = (smtpUrl: string | undefined): string => (smtpUrl ? new URL(smtpUrl).hostname : "");

async function spf(lookUp: LookUp, domain: string, { smtpUrl }: Asked): Promise<SenderRecord> {
  const texts = await textsAt(lookUp, domain);
  const found = texts?.filter((text) => /^v=spf1(?: |$)/i.test(text));
  const record = { kind: "SPF", at: domain } as const;
  if (!found) return { ...record, state: "unknown", value: "", message: noAnswer };
  if (found.length > 1)
    return {
      ...record,
      state: "wrong",
      value: found.join("\n"),
      message: "There are several. Keep one with all rules.",
    };
  const [value] = found;
  if (value) return { ...record, state: "found", value, message: "It says who may send for this domain." };
  return {
    ...record,
    state: "missing",
    value: `v=spf1 a:${mailHost(smtpUrl) || domain} ~all`,
    message: "Add this as a TXT record. If a provider sends your e-mails, use the rule that it names.",
  };
}

/** The domain itself, then the ones above it: a policy counts for what is below (RFC 7489, 6.6.3). */
const withParents = (domain: string): string[] => {
  const parts = domain.split(".");
  return parts.slice(0, -1).map((_, at) => parts.slice(at).join("."));
};

async function dmarc(lookUp: LookUp, domain: string, { contact }: Asked): Promise<SenderRecord> {
  const record = { kind: "DMARC", at: `_dmarc.${domain}` } as const;
  for (const name of withParents(domain)) {
    const texts = await textsAt(lookUp, `_dmarc.${name}`);
    if (!texts) return { ...record, state: "unknown", value: "", message: noAnswer };
    const value = texts.find((text) => /^v=DMARC1\s*;/i.test(text));
    if (value)
      return {
        ...record,
        at: `_dmarc.${name}`,
        state: "found",
        value,
        message: "It says what to do with forged e-mails.",
      };
  }
  return {
    ...record,
    state: "missing",
    value: `v=DMARC1; p=none; rua=mailto:${contact}`,
    message: "Add this as a TXT record. Reports of forged e-mails then go to your contact address.",
  };
}

async function dkim(lookUp: LookUp, domain: string, { selector }: Asked): Promise<SenderRecord> {
  const record = { kind: "DKIM", at: `${selector}._domainkey.${domain}` } as const;
  const texts = await textsAt(lookUp, record.at);
  if (!texts) return { ...record, state: "unknown", value: "", message: noAnswer };
  const key = texts.find((text) => /(?:^|;)\s*p=/i.test(text));
  if (key && /(?:^|;)\s*p=\s*[\w+/]/i.test(key))
    return { ...record, state: "found", value: key, message: "The key of your signatures is there." };
  return {
    ...record,
    state: key ? "wrong" : "missing",
    value: key ?? "",
    message: key
      ? "The key is empty, so it was withdrawn. Ask your mail server for a new one."
      : "Add the TXT record that your mail server shows for this selector.",
  };
}

/** The domain of MAIL_FROM; null: one that no name server knows. */
export const senderDomain = (mailFrom: string): string | null => {
  const domain = mailFrom.slice(mailFrom.lastIndexOf("@") + 1).toLowerCase();
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain) && !domain.endsWith(".localhost") ? domain : null;
};

const openResolver = (): LookUp => new Resolver({ timeout: waitMs, tries: 1 });

/**
 * SPF, DMARC and, when a selector is given, DKIM of the sender's domain, as the name server has them now. Null: MAIL_FROM
 * has no domain that a name server could know.
 */
export async function senderRecords(asked: Asked, lookUp = openResolver()): Promise<readonly SenderRecord[] | null> {
  const domain = senderDomain(asked.mailFrom);
  if (!domain) return null;
  const records = [spf(lookUp, domain, asked), dmarc(lookUp, domain, asked)];
  return Promise.all(asked.selector === "" ? records : [...records, dkim(lookUp, domain, asked)]);
}
