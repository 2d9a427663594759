import { counted } from "#src/shared/counted.ts";
import {
  answered,
  type MethodFacts,
  type SetupFacts,
  type SetupGroup,
  type SetupStep,
  settingsOf,
  step,
  textsToRead,
} from "./setup-step.ts";

const legalFact = ({ site, read }: SetupFacts): string =>
  [
    `${read.length} of ${textsToRead.length} texts read.`,
    site.legalName ? `${site.legalName}.` : "No legal name is set: the terms name no company.",
  ].join(" ");

const methodFact = ({ name, set, answer }: MethodFacts): string =>
  `${name}: ${set ? (answer?.message ?? "not checked yet.") : "no keys."}`;

const works = (methods: readonly MethodFacts[]): boolean =>
  methods.some(({ set, answer }) => set && answer?.ok === true);

/**
 * The guide of a new shop, in the order in which it is read. A step whose check stops working is to do again, with the
 * reason.
 */
export function setupGroups(facts: SetupFacts): readonly SetupGroup[] {
  const { site, read, methods, bank, prices, protection, mail, writers, admins, backup, hasBackupTarget } = facts;
  const { files, address, testOrder } = facts;
  const isNamed = site.legalName !== "" && read.length === textsToRead.length;
  const shop = [
    step(site.saved, {
      key: "name",
      title: "Name of the shop",
      mean: "What clients see on every page, receipt and e-mail.",
      fact: `${site.name}.`,
      button: { label: site.saved ? "Change" : "Set the name", to: settingsOf("site") },
    }),
    step(!site.emailIsStandard, {
      key: "contact",
      title: "Contact and hours",
      mean: "Printed in the footer, on Contact and in e-mails.",
      fact: site.emailIsStandard
        ? `Visitors read ${site.email}, which is nobody's address.`
        : `${site.email}, ${site.hours}.`,
      until: `Clients write to ${site.email}, and nobody reads it.`,
      button: { label: site.emailIsStandard ? "Set the contact" : "Change", to: settingsOf("site") },
    }),
    step(
      isNamed,
      {
        key: "legal",
        title: "Legal name and texts",
        mean: "Receipts, terms and privacy policy must name who runs the shop.",
        fact: legalFact(facts),
        until: "Needed: a client accepts the terms with every order.",
        button: { label: isNamed ? "Change" : "Read and fill in", to: "/setup/texts" },
      },
      "needed",
    ),
    step(facts.openChoices === 0, {
      key: "law",
      title: "The United Kingdom and Australia",
      mean: "The law there forbids selling work that a student hands in. You choose once what you sell, for each service.",
      fact: facts.openChoices === 0 ? "All is chosen." : `${counted(facts.openChoices, "choice")} to make.`,
      until: "Written work is not sold to people who study there.",
      button: { label: facts.openChoices === 0 ? "Change" : "Choose", to: settingsOf("shop") },
    }),
  ];
  const money = [
    step(bank || works(methods), {
      key: "payment",
      title: "A payment method",
      mean: "Card by Stripe, PayPal, or your bank account. One is enough.",
      fact: [...methods.map(methodFact), `Bank account: ${bank ? "set" : "not set"}.`].join(" "),
      until: "Orders come in, and you arrange each payment with the client.",
      button: { label: bank || works(methods) ? "Change" : "Set up", to: "/setup/payments" },
    }),
    step(prices.saved || prices.read !== null, {
      key: "prices",
      title: "Prices",
      mean: "The calculator on every page uses them.",
      fact: prices.saved
        ? "You have your own prices."
        : prices.read
          ? `The original price list, read ${prices.read}.`
          : "The original price list. Nobody has checked it yet.",
      ...(prices.saved || prices.read
        ? { button: { label: "Change", to: "/admin/pricing" } }
        : {
            button: { label: "These prices are right", step: "prices" },
            also: { label: "See the prices", to: "/admin/pricing" },
          }),
    }),
    step(
      facts.tax !== "",
      {
        key: "tax",
        title: "Tax",
        mean: "Name, rate and number for receipts. Prices contain it.",
        fact: facts.tax || "Not set: receipts show no tax.",
        button: { label: facts.tax ? "Change" : "Set tax", to: settingsOf("money") },
      },
      "optional",
    ),
  ];
  const running = [
    step(mail.configured && mail.answer?.ok === true, {
      key: "mail",
      title: "E-mail sender",
      mean: "Without it nobody can confirm an address or get a receipt.",
      fact: mail.configured
        ? answered(mail.answer, "No test e-mail was sent yet.")
        : "SMTP_URL is not set. Example: smtps://user:password@mail.example:465. Set it and start again.",
      until: "Nobody can register with an e-mail, and no receipt is sent.",
      button: { label: mail.configured ? "Send a test e-mail" : "Check again", step: "mail" },
      also: { label: "Sender and its records", to: "/setup/mail" },
    }),
    step(writers.active > 0, {
      key: "writers",
      title: "Writers",
      mean: "Somebody must do the work. Read applications, or make the first writer.",
      fact: [
        writers.active > 0 ? counted(writers.active, "writer") : "No writer",
        writers.waiting > 0 ? `${counted(writers.waiting, "application")} to read.` : "no application.",
      ].join(", "),
      until: "Paid orders wait in your work list until you find one.",
      button: { label: writers.active > 0 ? "See writers" : "Find writers", to: "/admin/writers" },
    }),
    step(
      admins > 1,
      {
        key: "admin",
        title: "A second admin",
        mean: "Some steps need two people. Alone you wait 24 hours instead.",
        fact: admins > 1 ? `${counted(admins, "admin")}.` : "You are the only admin.",
        button: { label: admins > 1 ? "See people" : "Choose a person", to: "/admin/people" },
      },
      "optional",
    ),
    step(protection.read !== null, {
      key: "protection",
      title: "When a client is threatened",
      mean: "Clients read in how many hours a person answers. Say only what you can keep.",
      fact: `An answer within ${counted(protection.answerHours, "hour")}. A second admin confirms within ${counted(protection.confirmHours, "hour")}.${protection.read ? ` Kept ${protection.read}.` : ""}`,
      until: "Clients read these hours, and nobody has checked them.",
      ...(protection.read
        ? { button: { label: "Change", to: settingsOf("protection") } }
        : {
            button: { label: "We can keep these hours", step: "protection" },
            also: { label: "Change them", to: settingsOf("protection") },
          }),
    }),
    step(files.bucket === null || files.answer?.ok === true, {
      key: "files",
      title: "Storage of files",
      mean: "Where files of clients and writers are kept.",
      fact:
        files.bucket === null
          ? "In a folder of the server. S3_BUCKET keeps them in a bucket instead."
          : `Bucket ${files.bucket}. ${answered(files.answer, "Not checked yet.")}`,
      until: "Files may not arrive.",
      button: { label: files.answer ? "Check again" : "Check", step: "files" },
    }),
    step(backup?.ok === true, {
      key: "backup",
      title: "First backup",
      mean: "It restores the shop after a broken disk.",
      fact: answered(
        backup,
        hasBackupTarget
          ? "None was made yet. The first one is made by schedule within minutes."
          : "None was made. Set BACKUP_DIR to a folder on another disk, or BACKUP_S3_BUCKET to a bucket, and start again.",
      ),
      until: "If the disk breaks, everything is lost.",
      button: { label: "See backups", to: "/admin/system" },
    }),
    step(address.answer?.ok === true, {
      key: "address",
      title: "Address and TLS",
      mean: "The address that people type, with a valid certificate.",
      fact: `${address.url}. ${answered(address.answer, "Not checked yet.")}`,
      until: "Links in e-mails may not work.",
      button: { label: address.answer ? "Check again" : "Check", step: "address" },
    }),
    step(
      testOrder.paid,
      {
        key: "test",
        title: "A test order",
        mean: "Order once as a client does, with test money. It is marked as a test and left out of totals.",
        fact: testOrder.paid
          ? "A test order was paid."
          : testOrder.sandbox
            ? "The sandbox is on. Sign in with a second account, order, and pay there."
            : "The sandbox is off. Set PAYMENTS_SANDBOX=on and start again. Remove it before you sell.",
        button: { label: "See orders", to: "/admin/orders" },
      },
      "optional",
    ),
  ];
  return [
    { title: "Your shop", steps: shop },
    { title: "Money", steps: money },
    { title: "The server", steps: running },
  ];
}

const isDone = ({ state }: SetupStep): boolean => state === "done";

/** How many steps are done, how many are left, and whether those that opening needs are done. */
export function progressOf(groups: readonly SetupGroup[]) {
  const steps = groups.flatMap((group) => group.steps);
  return {
    all: steps.length,
    done: steps.filter(isDone).length,
    toDo: steps.filter(({ state }) => state === "todo"),
    optional: steps.filter(({ state }) => state === "optional").length,
    mayOpen: steps.every((one) => !one.needed || isDone(one)),
  };
}
