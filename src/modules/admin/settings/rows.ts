import { textPages } from "#src/modules/operator/index.server.ts";
import type { Display } from "./fields.ts";

/** One row of the page: what a person calls the setting, what follows from it, and which values it holds. */
export type RowText = Display & {
  /** Names of its values, without the document's key. */
  of: readonly string[];
  label: string;
  mean: string;
  /** What the single values are called, where there are several. */
  parts?: readonly string[];
};

type Section = { title: string; key: string; rows: readonly RowText[] };
export type Group = {
  id: string;
  label: string;
  /** Where people read what follows from these settings. */
  readAt: readonly { to: string; label: string; says: string }[];
  sections: readonly Section[];
};

const hours = { unit: "hours" };
const days = { unit: "days" };
const percent = { unit: "%" };
const row = (
  of: string | readonly string[],
  label: string,
  mean: string,
  display: Display & { parts?: string[] } = {},
): RowText => ({
  of: typeof of === "string" ? [of] : of,
  label,
  mean,
  ...display,
});

const serviceRows = (path: string, mean: string, more: Display = {}) =>
  [
    ["non-technical", "Non-technical writing"],
    ["technical", "Technical writing"],
    ["programming", "Programming"],
    ["calculations", "Calculations"],
    ["coursework", "Coursework"],
    ["quiz", "Quiz"],
    ["test", "Test"],
    ["custom", "Custom orders"],
  ].map(([service = "", label = ""]) => row(`${path}${service}`, label, mean, more));

/** A country whose law limits what is sold to students: the operator chooses once, for each service. */
const lawSection = (code: string, name: string): Section => ({
  title: `What is sold in ${name === "Australia" ? name : `the ${name}`}`,
  key: "shop.law",
  rows: [
    row(`${code}.note`, "What the order form says about the law", "Shown to who studies there. Empty: no note.", {
      long: true,
    }),
    ...serviceRows(`${code}.services.`, "For clients who study there."),
  ],
});

const twice = (name: string, label: string, mean: string, unit: string): RowText =>
  row([`${name}.0`, `${name}.1`], label, mean, { unit, parts: ["First", "Second"] });
const shortAndLong = { unit: "d", parts: ["Short orders", "Long orders"] };

const refundRow = (name: string, label: string, mean: string) => row(`refund.${name}`, label, mean, percent);

const guarantees = (says: string) => ({ to: "/guarantees", label: "Guarantees", says });
const terms = (says: string) => ({ to: "/terms", label: "Terms", says });

/** The page of settings, from top to bottom. What is not named here stands in the last group under its own name. */
export const groups: readonly Group[] = [
  {
    id: "shop",
    label: "Shop open, services",
    readAt: [
      { to: "/order", label: "Order form", says: "Clients read the sentence there while the shop is closed." },
      {
        to: "/contact",
        label: "Contact",
        says: "It shows the hours of support, and so does the foot of public pages.",
      },
    ],
    sections: [
      {
        title: "New orders",
        key: "shop",
        rows: [
          row("open", "The shop takes new orders", "Off: nobody can place an order. Orders already placed continue."),
          row("closedWords", "What clients read while it is closed", "One or two sentences.", { long: true }),
        ],
      },
      {
        title: "Hours",
        key: "site",
        rows: [row("hours", "Hours of support", "Printed after “Support answers”.")],
      },
      {
        title: "Services switched off",
        key: "shop",
        rows: serviceRows("off.", "Countries where it is not sold: codes like DE, FR, or the word all."),
      },
      lawSection("GB", "United Kingdom"),
      lawSection("AU", "Australia"),
    ],
  },
  {
    id: "site",
    label: "Name and contact",
    readAt: [{ to: "/contact", label: "Contact", says: "The contact page and the foot of public pages print them." }],
    sections: [
      {
        title: "Name and contact",
        key: "site",
        rows: [
          row("name", "Name of the shop", "Shown at the top of each page and in e-mails."),
          row(
            "legalName",
            "Legal name",
            "The person or company that runs the shop. Terms, privacy policy and receipts name it.",
          ),
          row("email", "E-mail", "Where people write to."),
          row("phone", "Phone", "Empty: not shown."),
          row(
            "whatsapp",
            "WhatsApp",
            "Digits only, with the country code. Empty: the tab of the chat is switched off.",
          ),
          row("address", "Postal address", "Also shown on receipts.", { long: true }),
          row("timeZone", "Time zone", "For people who have not chosen one, for example Europe/Berlin."),
        ],
      },
      {
        title: "Payment methods in the foot",
        key: "site",
        rows: [
          row("methods.card", "Card", "Off: the foot of public pages does not name it."),
          row("methods.paypal", "PayPal", "Off: the foot of public pages does not name it."),
          row("methods.transfer", "Bank transfer", "Off: the foot of public pages does not name it."),
        ],
      },
    ],
  },
  {
    id: "protection",
    label: "Threats and sealed data",
    readAt: [
      {
        to: "/accountSettings/threat",
        label: "Somebody threatens me",
        says: "Clients read there when a person answers.",
      },
    ],
    sections: [
      {
        title: "Threats and sealed data",
        key: "protection",
        rows: [
          row(
            "answerHours",
            "A report of a threat is answered within",
            "Clients read it. Say only what you can keep.",
            hours,
          ),
          row(
            "confirmHours",
            "A second person confirms an opening within",
            "Then an admin has to ask again to open sealed data.",
            hours,
          ),
        ],
      },
    ],
  },
  {
    id: "life",
    label: "Times of the day",
    readAt: [
      terms("Unpaid orders."),
      { to: "/faq", label: "Questions", says: "Quotes, offers to writers, unpaid orders." },
    ],
    sections: [
      {
        title: "Quotes and payment",
        key: "orders.life",
        rows: [
          row("quoteHours", "A quote is valid for", "Then a custom order goes back to “Needs a quote”.", hours),
          row("unpaidHours", "An unpaid order waits for", "Then it is cancelled, and the client owes nothing.", hours),
          row("quoteAlarmHours", "A quote is late after", "Then the work list shows it as late.", hours),
          row("transferDays", "We wait for a bank transfer for", "Counted from the day the client announced it.", days),
          row(
            "minimumLeadHours",
            "Custom orders: nearest deadline",
            "No custom order may have a nearer deadline.",
            hours,
          ),
        ],
      },
      {
        title: "Quotes for custom work",
        key: "orders.quote-texts",
        rows: [
          row(
            "scope",
            "The scope begins with",
            "A first quote starts with this text. {title} and {pages} are filled in.",
            {
              long: true,
            },
          ),
        ],
      },
      {
        title: "Writers",
        key: "orders.life",
        rows: [
          row("acceptHours", "A writer answers an offer within", "Then the order is free for another writer.", hours),
          row(
            "marginPercent",
            "Time kept between writer and client",
            "Part of the whole time between the writer’s own deadline and the client’s.",
            percent,
          ),
          row(
            ["marginMinHours", "marginMaxHours"],
            "The same, at least and at most",
            "Limits of the time that is kept.",
            {
              unit: "h",
              parts: ["At least", "At most"],
            },
          ),
          row(
            "writersMayClaim",
            "Writers may take paid orders themselves",
            "Off: an admin asks a writer for each order.",
          ),
        ],
      },
      {
        title: "Reminders and alarms",
        key: "orders.life",
        rows: [
          twice(
            "holdReminderHours",
            "On hold: reminders to the client",
            "Two reminders, counted from the question.",
            "h",
          ),
          twice("reviewReminderPercents", "Reminders to read", "At these parts of the time to read.", "%"),
          twice("restReminderHours", "Second payment: reminders to the client", "Two, counted from the delivery.", "h"),
          row(
            "lateAlarmHours",
            "Late work alarms an admin after",
            "Counted from the deadline, or a revision's.",
            hours,
          ),
        ],
      },
    ],
  },
  {
    id: "rules",
    label: "What orders are promised",
    readAt: [
      guarantees("Time to read, time for changes, late work, disputes."),
      terms("Time to read, disputes."),
      { to: "/faq", label: "Questions", says: "Time to read." },
    ],
    sections: [
      {
        title: "Time to read, time for changes",
        key: "orders.rules",
        rows: [
          row("longFromPages", "Long orders start at", "For them the second of the two times below is used.", {
            unit: "pages",
          }),
          row(["reviewDays", "longReviewDays"], "Time to read", "Then the order is finished.", shortAndLong),
          row("approvalUndoSeconds", "An approval can be undone for", "Nobody gets a message before.", { unit: "s" }),
          row("unreachedDays", "Work the client never saw", "An admin decides this long after the time to read.", days),
          row(
            ["revisionDays", "longRevisionDays"],
            "Time for changes after finishing",
            "Then the writer’s pay is released.",
            shortAndLong,
          ),
        ],
      },
      {
        title: "Revisions",
        key: "orders.rules",
        rows: [
          row("revisionDuePercent", "A revision is due after", "Part of the time the order had for its work.", percent),
          row("revisionDueMinHours", "The same, at least", "Counted from the client’s request.", hours),
          row("revisionDueMaxDays", "The same, at most", "Counted from the client’s request.", days),
        ],
      },
      {
        title: "Late work",
        key: "orders.rules",
        rows: [row("lateOfferHours", "The full refund is offered after", "Counted from the deadline.", hours)],
      },
      {
        title: "Questions and changes while the work runs",
        key: "orders.rules",
        rows: [
          row(
            "holdDays",
            "Work continues without an answer after",
            "The work continues, and the deadline has moved by the length of the pause.",
            days,
          ),
          row("changeHours", "A change waits for", "Once for the writer’s answer, and once for its payment.", hours),
        ],
      },
      {
        title: "Two payments",
        key: "orders.rules",
        rows: [
          row("twoParts.fromCents", "Offered from a price of", "The rest is due on delivery, without a fee.", {
            unit: "US$",
            scale: 100,
          }),
          row("twoParts.percent", "First payment", "Of the price; 0 switches the offer off.", percent),
          row("restDays", "Without the second one, you can end the order after", "What was paid is kept.", days),
        ],
      },
      {
        title: "Disputes",
        key: "orders.rules",
        rows: [
          row(
            "disputeAnswerHours",
            "The other side answers within",
            "Then an admin can decide without an answer.",
            hours,
          ),
          row("disputeDecideDays", "An admin decides within", "Then all admins for orders get a notice.", days),
          row(
            "decisionHours",
            "A decision takes effect after",
            "At once when both sides accept it. Until then one appeal stops it.",
            hours,
          ),
          row(
            "appealAloneHours",
            "An admin without colleagues decides an appeal after",
            "With colleagues another one decides.",
            hours,
          ),
          row(
            "disputeDays",
            "Full refund without a decision after",
            "Counted from the day the dispute was opened.",
            days,
          ),
        ],
      },
    ],
  },
  {
    id: "refunds",
    label: "Refunds",
    readAt: [guarantees("The steps of money back, and late work."), terms("The same steps as a table.")],
    sections: [
      {
        title: "When a client cancels",
        key: "orders.rules",
        rows: [
          refundRow("unstartedPercent", "No writer has started", "Part of the price that goes back."),
          refundRow("earlyPartPercent", "The first part ends at", "Part of the time between payment and deadline."),
          refundRow("earlyUnopenedPercent", "First part, no draft opened", "Part of the price that goes back."),
          refundRow("earlyOpenedPercent", "First part, a draft opened", "Part of the price that goes back."),
          refundRow("lateHalfPercent", "After the first part, not late", "Part of the price that goes back."),
        ],
      },
      {
        title: "When we fail",
        key: "orders.rules",
        rows: [
          refundRow("missedPercent", "Deadline missed, not wanted any more", "Part of the price that goes back."),
          refundRow("faultPercent", "The work cannot be finished", "Part of the price that goes back."),
          refundRow("creditDayPercent", "Late and still wanted: for each day", "At least this part of the price."),
          refundRow("creditMaxPercent", "Late and still wanted: at most", "Part of the price."),
        ],
      },
    ],
  },
  {
    id: "lead",
    label: "Quotes, nearest deadlines",
    readAt: [{ to: "/order", label: "Order form", says: "A nearer deadline is refused there, and in each quote." }],
    sections: [
      {
        title: "Quotes of the calculator",
        key: "pricing.quote",
        rows: [
          row(
            "validMinutes",
            "A quote is valid for",
            "After that the price is calculated again, and the client is asked.",
            {
              unit: "minutes",
            },
          ),
        ],
      },
      {
        title: "Shortest deadline, in hours",
        key: "pricing.lead",
        rows: serviceRows("", "A nearer deadline is refused, in the quote too.", hours).slice(0, -1),
      },
    ],
  },
  {
    id: "accounts",
    label: "Limits of an account",
    readAt: [],
    sections: [
      {
        title: "Orders of one account",
        key: "orders.limits",
        rows: [
          row("perHour", "Orders in an hour", "More are refused until the hour is over.", { unit: "orders" }),
          row("unpaid", "Unpaid orders at once", "More are refused until one is paid or cancelled.", {
            unit: "orders",
          }),
          row("screenedHours", "A person reads a request within", "Then it ends, and nothing was ordered.", hours),
        ],
      },
    ],
  },
  {
    id: "pay",
    label: "Writers",
    readAt: [{ to: "/hiring", label: "Write for us", says: "Writers see share and pay in each offer." }],
    sections: [
      {
        title: "Share",
        key: "writing.share",
        rows: [
          row(
            "",
            "The writer’s part of the price",
            "For writers whose grade and place have no share of their own.",
            percent,
          ),
        ],
      },
      {
        title: "Grades",
        key: "writing.grades",
        rows: [row("", "Grades and their shares", "A grade without a share has the usual one.", { long: true })],
      },
      {
        title: "Estimates",
        key: "writing.estimates",
        rows: serviceRows("", "Minutes for a page, a source, a page of editing. Empty: “estimate not known”."),
      },
      {
        title: "Applications",
        key: "writing.applications",
        rows: [
          row(
            "declinedDays",
            "Declined ones are deleted after",
            "With their samples. Then the person can apply again.",
            days,
          ),
          row("draftDays", "Drafts are deleted after", "Counted from the last change.", days),
        ],
      },
    ],
  },
  {
    id: "money",
    label: "Tax and transfers",
    readAt: [],
    sections: [
      {
        title: "Tax on receipts",
        key: "payments.tax",
        rows: [
          row("name", "Name of the tax", "For example VAT. Empty: receipts name no tax."),
          row("rate", "Rate", "Prices contain it.", { unit: "%", scale: 100 }),
          row("number", "Your tax number", "Shown on receipts."),
        ],
      },
      {
        title: "Payouts to writers",
        key: "payments.payouts",
        rows: [
          row("firstDay", "A day of payouts", "Written 2026-01-05. The others are counted from it."),
          row("everyWeeks", "Payouts every", "Writers see the next day on their earnings.", { unit: "weeks" }),
          row("pauseHours", "A changed account waits", "So that a writer can stop a change by somebody else.", hours),
        ],
      },
      {
        title: "Bank transfers",
        key: "payments.second-admin",
        rows: [
          row("", "A second admin confirms from", "Larger transfers need two people.", { unit: "US$", scale: 100 }),
        ],
      },
      {
        title: "Refunds that an admin chooses",
        key: "payments.refund-second-admin",
        rows: [
          row("", "A second admin approves above", "All such refunds of an order together.", {
            unit: "US$",
            scale: 100,
          }),
        ],
      },
      {
        title: "Refunds of an admin who is alone",
        key: "payments.refund-alone-hours",
        rows: [row("", "Wait", "Only when nobody else has the right to money.", hours)],
      },
      {
        title: "Transfers that are short",
        key: "payments.shortfall",
        rows: [
          row("", "You may accept a missing sum up to", "You pay the difference. The writer’s share stays.", {
            unit: "US$",
            scale: 100,
          }),
        ],
      },
      {
        title: "Typed amounts",
        key: "payments.repeat-from",
        rows: [
          row("", "Ask once more above", "For refunds and transfers this is always done.", { unit: "US$", scale: 100 }),
        ],
      },
    ],
  },
  {
    id: "chat",
    label: "Support chat",
    readAt: [],
    sections: [
      {
        title: "Chat",
        key: "chat.support",
        rows: [
          row("digestMinutes", "Unread answers are e-mailed after", "Counted from the answer.", { unit: "min" }),
          row("transcriptsPerDay", "Transcripts by e-mail", "How many one person may ask for in a day.", {
            unit: "a day",
          }),
        ],
      },
      {
        title: "Waiting times",
        key: "chat.service",
        rows: [
          row(
            "firstReplyMinutes",
            "An answer within",
            "Counted day and night. A person who waits longer is marked in the inbox and on the overview.",
            { unit: "min" },
          ),
          row(
            "askAgainDays",
            "Ask for a rating again after",
            "When a conversation is closed, the person is asked how it was, but not again before this time is over.",
            days,
          ),
        ],
      },
      {
        title: "Questions from the contact page",
        key: "chat.enquiries",
        rows: [
          row("keepDays", "Deleted after", "Counted from the last word.", days),
          row("appealHours", "An appeal is answered within", "By another admin. Clients read it.", hours),
        ],
      },
    ],
  },
  {
    id: "files",
    label: "Files",
    readAt: [],
    sections: [
      {
        title: "Uploads",
        key: "files",
        rows: [
          row("maxMb", "Largest file", "A larger one is refused.", { unit: "MB" }),
          row("mostFiles", "Files in one form", "For example in the order form.", { unit: "files" }),
          row("plainMaxMb", "Largest file without scripts", "For browsers that send a plain form.", { unit: "MB" }),
          row("startsPerHour", "Uploads started in an hour", "By one account.", { unit: "files" }),
          row("unfinished", "Unfinished uploads", "Of one account at a time.", { unit: "files" }),
          row("atOnce", "Running uploads", "Of one account at a time.", { unit: "files" }),
          row("accountGb", "Space of an account", "All files of one person.", { unit: "GB" }),
          row("refusedKinds", "Kinds of files that are refused", "Judged by the content of the file, not by its name."),
        ],
      },
      {
        title: "Cleaning up",
        key: "files",
        rows: [
          row("attachHours", "Unused files are deleted after", "A file that was uploaded and not used.", hours),
          row("unfinishedDays", "Unfinished uploads are deleted after", "Until then they can be continued.", days),
          row("keepFreeMb", "Disk space that stays free", "Uploads stop before it is used.", { unit: "MB" }),
          row("keepFreePercent", "The same as a part of the disk", "The larger of both counts.", percent),
        ],
      },
    ],
  },
  {
    id: "retention",
    label: "Deleting old data",
    readAt: [
      { to: "/admin/system/data", label: "Data and deletion", says: "All classes of data, and what was deleted when." },
      { to: "/privacy-policy", label: "Privacy policy", says: "It prints these times." },
    ],
    sections: [
      {
        title: "Orders and quotes",
        key: "retention",
        rows: [
          row("quoteDays", "Quotes that nobody used", "Counted from the quote.", days),
          row("formDays", "Order forms that nobody sent", "Counted from the last change.", days),
          row("draftDays", "Drafts of writers who left the order", "Until then an admin can pass them on.", days),
          row("requestDays", "Requests that a person had to read", "Counted from the answer.", days),
          row("unpaidDays", "Briefs of orders that were never paid", "Counted from the last change.", days),
        ],
      },
      {
        title: "Messages",
        key: "retention",
        rows: [
          row("chatDays", "Conversations with Support", "Counted from the last message; not while one waits.", days),
          row("reportDays", "Reports of threats", "Counted from the day on which the client ended it.", days),
          row("mailTextDays", "Texts of e-mails", "The record that it was sent stays longer.", days),
          row("mailDays", "The record of e-mails", "To whom, the subject, and when.", days),
          row("readNoticeDays", "Notices that were read", "Inside the shop.", days),
          row("noticeDays", "Notices that nobody read", "Inside the shop.", days),
        ],
      },
      {
        title: "Programs",
        key: "retention",
        rows: [
          row("webhookDays", "Messages to programs", "Webhooks, with the answer.", days),
          row("keyDays", "Keys that were taken back", "They open nothing any more.", days),
        ],
      },
    ],
  },
  {
    id: "backups",
    label: "Backups",
    readAt: [{ to: "/admin/system", label: "System", says: "It lists the backups that were made." }],
    sections: [
      {
        title: "Planned backups",
        key: "backups",
        rows: [
          row("hour", "Hour of the first backup of a day", "In the time zone of the shop, 0 to 23.", {
            unit: "o'clock",
          }),
          row("perDay", "Backups a day", "At equal intervals.", { unit: "a day" }),
          row("daily", "Keep the newest of each day", "For this number of days.", days),
          row("weekly", "Keep the newest of each week", "For this number of weeks.", { unit: "weeks" }),
          row("monthly", "Keep the newest of each month", "For this number of months.", { unit: "months" }),
          row(
            "drillDays",
            "Test a restore every",
            "The newest backup is restored in a separate database. 0: never.",
            days,
          ),
        ],
      },
    ],
  },
];

/** For whom a change of these documents counts, as the page says it. */
export const countsFor: Readonly<Record<string, string>> = {
  "orders.rules":
    "A change counts for orders that are placed from now on. Running orders keep the values of the day they were placed, custom work those of the quote that is paid.",
  "shop.law":
    "The law there forbids selling work that a student hands in. Ask a lawyer, then choose once for each service. What is not chosen yet is off. A change counts for orders placed after it.",
  "orders.life": "A change counts for running orders too.",
};

const pageScreens = Object.fromEntries(
  textPages.map(({ name, label, setting }) => [
    setting.key,
    { label, to: `/admin/site/pages/${name}`, mean: "The text of this page." },
  ]),
);

/** Documents that are edited on a screen of their own. */
export const ownScreens: Readonly<Record<string, { label: string; to: string; mean: string }>> = {
  "payments.bank": {
    label: "Bank account",
    to: "/admin/payments/bank",
    mean: "Where clients send bank transfers.",
  },
  ...pageScreens,
  "own-pages": { label: "Your own pages", to: "/admin/site/pages", mean: "The addresses of these pages." },
  services: { label: "Services", to: "/admin/site/services", mean: "Names, addresses and texts of the services." },
  menu: {
    label: "Menu and footer",
    to: "/admin/site/menu",
    mean: "Links of menu and footer, social links, and the notice bar.",
  },
  mails: { label: "E-mails", to: "/admin/site/emails", mean: "Subjects and texts of all e-mails." },
  "api.embed": {
    label: "Price calculator on other sites",
    to: "/admin/api/calculator",
    mean: "The sites whose pages may show it.",
  },
  brand: { label: "Site and name", to: "/admin/site", mean: "Logo, icon and main colour." },
  pricing: { label: "Prices", to: "/admin/pricing", mean: "Rates, factors and deadlines of all services." },
};

/** Whoever changes these proves first to be the person: they decide where money goes. */
export const moneySettings: readonly string[] = [
  "writing.share",
  "writing.grades",
  "payments.tax",
  "payments.payouts",
  "payments.second-admin",
  "payments.refund-second-admin",
  "payments.refund-alone-hours",
  "payments.shortfall",
  "payments.repeat-from",
  "orders.rules",
];
