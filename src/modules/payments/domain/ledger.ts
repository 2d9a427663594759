/** Double-entry ledger of one currency, in whole cents. */
export const accounts = [
  "client",
  "held",
  "surplus",
  "writer",
  "payouts",
  "operator",
  "fees",
  "refunds",
  "chargebacks",
] as const;
export type Account = (typeof accounts)[number];

const transactionKinds = [
  "settle",
  "surplus",
  "surplus-settle",
  "surplus-refund",
  "refund",
  "release",
  "payout",
  "payout-return",
  "fee",
  "chargeback",
  "chargeback-reversal",
  "surplus-chargeback",
  "surplus-chargeback-reversal",
  "tip",
  "surplus-tip",
  "tip-refund",
  "refund-reversal",
  "surplus-refund-reversal",
  "tip-refund-reversal",
] as const;
export type TransactionKind = (typeof transactionKinds)[number];

export type Posting = { account: Account; cents: number };
/** Who paid for money that went back; kept with the row, because a later release reads it. */
export type PaidBy = "nobody" | "client" | "writer" | "operator";
export type Transaction = { kind: TransactionKind; paidBy: PaidBy | null; postings: readonly Posting[] };
export type Balances = Readonly<Record<Account, number>>;

const amount = (cents: number): number => {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`Not an amount in whole cents: ${cents}`);
  return cents;
};

/** Rows of zero are left out; a transaction without rows moves nothing and is not written. */
export const transaction = (
  kind: TransactionKind,
  moves: Partial<Record<Account, number>>,
  paidBy: PaidBy | null = null,
): Transaction => {
  const postings = accounts.flatMap((account) => {
    const cents = moves[account] ?? 0;
    return cents === 0 ? [] : [{ account, cents }];
  });
  const made = { kind, paidBy, postings };
  if (!sumsToZero(made)) throw new RangeError(`The ${kind} transaction does not sum to zero.`);
  return made;
};

export const sumsToZero = (one: Transaction): boolean => one.postings.reduce((sum, { cents }) => sum + cents, 0) === 0;

/** The balance of each account after these transactions. */
export const balancesOf = (transactions: readonly Transaction[]): Balances => {
  const totals: Record<Account, number> = {
    client: 0,
    held: 0,
    surplus: 0,
    writer: 0,
    payouts: 0,
    operator: 0,
    fees: 0,
    refunds: 0,
    chargebacks: 0,
  };
  for (const { postings } of transactions) for (const { account, cents } of postings) totals[account] += cents;
  return totals;
};

export const receivedOf = (balances: Balances): number => 0 - balances.client;
export const releasedOf = (balances: Balances): number =>
  balances.writer + balances.payouts + balances.operator + balances.fees;

/**
 * What a transaction moves between its client and the shop: paid for orders and tips, and of that what went back. Money
 * that nothing asked for is in neither, until it counts as paid.
 */
export const customerMoney = ({ postings }: Pick<Transaction, "postings">): { spent: number; refunded: number } => {
  const { client, surplus, refunds, chargebacks } = balancesOf([{ kind: "settle", paidBy: null, postings }]);
  const back = refunds + chargebacks;
  return back === 0 ? { spent: 0 - client - surplus, refunded: 0 } : { spent: 0, refunded: back + surplus };
};

/**
 * The sentences of the ledger that do not hold, empty when all do:
 * held + surplus + released + refunds + chargebacks = received, no account of kept money below zero, and not more
 * given back than received. What a bank takes back may be more than what is left: that is the operator's loss.
 */
export const brokenEquations = (balances: Balances): readonly string[] => {
  const received = receivedOf(balances);
  const { held, surplus, refunds, chargebacks } = balances;
  const checks: readonly (readonly [boolean, string])[] = [
    [held + surplus + releasedOf(balances) + refunds + chargebacks === received, "the parts are not what was received"],
    [held >= 0, "held is below zero"],
    [surplus >= 0, "surplus is below zero"],
    [balances.writer + balances.payouts >= 0, "the writer owes more than was paid out"],
    [balances.payouts >= 0, "payouts are below zero"],
    [balances.fees >= 0, "fees are below zero"],
    [refunds >= 0 && chargebacks >= 0, "refunds or chargebacks are below zero"],
    [refunds <= received, "more went back than was received"],
  ];
  return checks.flatMap(([holds, sentence]) => (holds ? [] : [sentence]));
};

/** Money for an open charge: the client's account pays, the money is held. */
export const settle = (cents: number): Transaction =>
  transaction("settle", { client: -amount(cents), held: amount(cents) });

/** Money that nothing asked for (paid twice, paid after a cancellation): kept apart, it does not count as paid. */
export const surplus = (cents: number): Transaction =>
  transaction("surplus", { client: -amount(cents), surplus: amount(cents) });

/** A part that waited for the rest now counts as paid. */
export const settleSurplus = (cents: number): Transaction =>
  transaction("surplus-settle", { surplus: -amount(cents), held: amount(cents) });

export const refundSurplus = (cents: number): Transaction =>
  transaction("surplus-refund", { surplus: -amount(cents), refunds: amount(cents) }, "nobody");

/** A tip is the writer's, whole; it never was held. */
export const tip = (cents: number): Transaction =>
  transaction("tip", { client: -amount(cents), writer: amount(cents) });

/** A part of a tip that waited for the rest. */
export const tipOfSurplus = (cents: number): Transaction =>
  transaction("surplus-tip", { surplus: -amount(cents), writer: amount(cents) });

/** A tip goes back: what the writer still has of it comes from there, what was paid out is the operator's loss. */
export const refundTip = (cents: number, writerCents: number): Transaction => {
  const writer = Math.min(amount(cents), Math.max(0, writerCents));
  return transaction("tip-refund", { writer: -writer, operator: writer - cents, refunds: amount(cents) }, "nobody");
};

/** What the provider keeps of a payment is the operator's cost. */
export const providerFee = (cents: number): Transaction =>
  transaction("fee", { operator: -amount(cents), fees: amount(cents) });

/** Money leaves for the writer's bank; below zero, what the writer owes of an order is set against it. */
export const payOut = (cents: number): Transaction => transaction("payout", { writer: -cents, payouts: cents });

/** The bank returned it: reverses `payOut`. */
export const returnPayout = (cents: number): Transaction =>
  transaction("payout-return", { writer: cents, payouts: -cents });

/** Held money leaves: `writerCents` to the writer, the rest to the operator, which adds what a fault of its own costs. */
export const release = (heldCents: number, writerCents: number): Transaction =>
  transaction("release", {
    held: -amount(heldCents),
    writer: amount(writerCents),
    operator: heldCents - writerCents,
  });
