/** The texts that name what a client accepts: each is opened by the owner before the shop opens. */
export const textsToRead = [
  { key: "terms", label: "Terms", to: "/terms" },
  { key: "privacy", label: "Privacy policy", to: "/privacy-policy" },
  { key: "guarantees", label: "Guarantees", to: "/guarantees" },
  { key: "contact", label: "Contact", to: "/contact" },
] as const;
type TextToRead = (typeof textsToRead)[number]["key"];

/** The newest answer of a check, in a sentence, with its moment as people read it. */
export type Answer = { ok: boolean; message: string; when: string };

/** A provider: whether its keys are in the environment, and what the newest check of these keys answered. */
export type MethodFacts = { key: string; name: string; set: boolean; answer: Answer | null };

/** What the shop knows of itself; nothing of it is ticked by hand. */
export type SetupFacts = {
  site: { name: string; legalName: string; email: string; hours: string; saved: boolean; emailIsStandard: boolean };
  read: readonly TextToRead[];
  methods: readonly MethodFacts[];
  bank: boolean;
  prices: { saved: boolean; read: string | null };
  /** Hours in which a report of a threat is answered, and an opening of sealed data is confirmed; `read`: when they were kept. */
  protection: { answerHours: number; confirmHours: number; read: string | null };
  /** Choices about countries whose law limits what is sold that nobody made yet. */
  openChoices: number;
  tax: string;
  mail: { configured: boolean; answer: Answer | null };
  writers: { active: number; waiting: number };
  admins: number;
  backup: Answer | null;
  /** Where files of people are kept; `bucket`: null for a folder of the server. */
  files: { bucket: string | null; answer: Answer | null };
  /** Whether the sandbox takes test payments, and whether an order was paid there. */
  testOrder: { sandbox: boolean; paid: boolean };
  /** Backups by schedule have a folder or a bucket. */
  hasBackupTarget: boolean;
  address: { url: string; answer: Answer | null };
};

type StepKey =
  | "name"
  | "contact"
  | "legal"
  | "law"
  | "payment"
  | "prices"
  | "tax"
  | "mail"
  | "writers"
  | "admin"
  | "protection"
  | "files"
  | "backup"
  | "address"
  | "test";

export type SetupStep = {
  key: StepKey;
  state: "done" | "todo" | "optional";
  /** Without it the shop cannot be opened. */
  needed: boolean;
  title: string;
  /** What it is for. */
  mean: string;
  /** What the shop knows. */
  fact: string;
  /** What happens in an open shop until it is done; "" where nothing does. */
  until: string;
  /** The one button: a page, or a step of the guide itself. */
  button: { label: string } & ({ to: string } | { step: string });
  /** A second way to be done with it. */
  also?: { label: string; to: string };
};

export type SetupGroup = { title: string; steps: readonly SetupStep[] };

type Words = Omit<SetupStep, "state" | "needed" | "until"> & { until?: string };
export const step = (
  done: boolean,
  message: Words,
  kind: "needed" | "advised" | "optional" = "advised",
): SetupStep => ({
  until: "",
  ...message,
  state: done ? "done" : kind === "optional" ? "optional" : "todo",
  needed: kind === "needed",
});

export const settingsOf = (group: string): string => `/admin/settings?group=${group}`;

export const answered = (answer: Answer | null, without: string): string =>
  answer ? `${answer.message} ${answer.when}.` : without;
