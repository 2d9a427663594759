import type { Capability, Scope } from "#src/shared/viewer.ts";

/** A word in each part of what this installation keeps; nothing else in the product says it. */
export const marks = {
  application: "MARKapplication",
  title: "MARKtitle",
  request: "MARKrequest",
  brief: "MARKbrief",
  question: "MARKsaid",
  orderFile: "MARKorderfile",
  openedWork: "MARKopenedwork",
  openedFile: "MARKopenedfile",
  unopenedWork: "MARKunopenedwork",
  unopenedFile: "MARKunopenedfile",
  clientName: "MARKclientname",
  writerName: "MARKwritername",
  payment: "MARKpayment",
  clientChat: "MARKclientchat",
  chatFile: "MARKchatfile",
  writerChat: "MARKwriterchat",
  thread: "MARKthread",
  threadFile: "MARKfileofthread",
  evidenceFile: "MARKevidencefile",
  reportFile: "MARKreportfile",
  proofFile: "MARKprooffile",
  sampleFile: "MARKsamplefile",
  enquiry: "MARKenquiry",
  supportNote: "MARKsupportnote",
  ratingComment: "MARKratingcomment",
  clientNotice: "MARKclientnotice",
  writerNotice: "MARKwriternotice",
  keptCheck: "MARKkeptcheck",
  code: "MARKCODE",
  rating: "MARKreview",
  ratingReply: "MARKanswerToReview",
  number: "MARKNUMBER",
  quote: "MARKquote",
  legalName: "MARKlegalname",
  keyName: "MARKkeyname",
  webhook: "MARKwebhook",
} as const;
export type Mark = keyof typeof marks;

/** What the keys of the asking programs are made for. */
export type ProgramScope = Extract<Scope, "orders" | "quotes">;

export type Visitor =
  | "guest"
  | "client"
  | "other client"
  | "writer"
  | "other writer"
  | "writer without factor"
  | "admin without factor"
  | "admin without capabilities"
  | `admin for ${Capability}`
  | `program for ${ProgramScope}`;

export const allMarks = Object.keys(marks) as Mark[];

const work = [
  ...(["number", "title", "brief", "question", "thread", "openedWork"] as const),
  ...(["orderFile", "openedFile", "threadFile", "evidenceFile", "reportFile"] as const),
];
const unopened = ["unopenedWork", "unopenedFile"] as const;
const rated = ["rating", "ratingReply"] as const;
const chats = ["clientChat", "chatFile", "writerChat"] as const;
/** What each visitor may see anywhere, and does see somewhere. */
export const sees: Record<Visitor, readonly Mark[]> = {
  guest: [],
  client: [
    ...work,
    "clientName",
    "payment",
    "proofFile",
    "clientChat",
    "chatFile",
    "ratingComment",
    "clientNotice",
    "keptCheck",
    "quote",
    "request",
    ...rated,
  ],
  "other client": ["application", "sampleFile"],
  writer: [...work, ...unopened, ...rated, "legalName", "writerName", "writerChat", "writerNotice"],
  "other writer": [],
  "writer without factor": ["writerName", "writerChat"],
  "admin without factor": [],
  "admin without capabilities": [],
  "admin for chat": [...chats, "supportNote", "ratingComment", "clientName", "writerName", "enquiry"],
  "admin for orders": ["request", ...work, ...unopened, ...rated, "clientName", "writerName", "payment"],
  "admin for money": ["number", "title", "legalName", "writerName", "clientName", "payment", "proofFile"],
  "admin for prices": ["code"],
  "admin for people": ["clientName", "writerName", "application", "sampleFile"],
  "admin for settings": ["keyName", "webhook"],
  "program for orders": ["number"],
  "program for quotes": [],
};
