/** The groups of the settings, in their order. */
export const noticeGroups = {
  turn: {
    label: "Your turn",
    note: "When the work waits for you: a question, a price for custom work, a version to read.",
  },
  progress: { label: "Progress of an order", note: "A writer has it, the work starts, it is late, it is cancelled." },
  money: { label: "Money", note: "A refund is on its way, or a price was not paid in time." },
  support: { label: "Answers from Support", note: "When we answered and you were away." },
  work: { label: "Your turn", note: "An order is offered to you, a client answered or asks for changes." },
  ends: { label: "End of an order", note: "An order of yours is finished, cancelled or given to another writer." },
  pay: { label: "Your pay", note: "A payout is sent to your bank account, or came back." },
  orders: { label: "Orders", note: "Paid, late or disputed orders, and clients who ask for a price." },
  chats: { label: "Chats", note: "Clients who write, and questions from the contact page." },
  people: { label: "People", note: "Somebody applies to write for you." },
  troubles: { label: "Money", note: "Refunds that failed, payments that a bank contests." },
  programs: { label: "Your programs", note: "A webhook was switched off." },
  receipts: {
    label: "Receipts and security",
    note: "What you paid, line by line. New sign-ins, a changed password or address.",
  },
} as const;
export type NoticeGroup = keyof typeof noticeGroups;
