import { eq } from "drizzle-orm";
import { z } from "zod";
import { orderBrief, visibleOrder } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { DocumentText } from "#src/platform/documents/blocks.ts";
import { askedId } from "#src/platform/input.ts";
import { query } from "#src/platform/query.ts";
import { formatUsd } from "#src/shared/money.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { formatFullDay } from "#src/shared/zone.ts";
import { type ChargePurpose, purposeLabels, shortfallLabel } from "../domain/charges.ts";
import { documentLabels, documentNumber, taxSentence } from "../domain/document.ts";
import { priceOfOrder } from "../queries/receipt-page.ts";
import { charges } from "../tables.ts";
import { type DocumentRow, documentOf, documentsOf } from "./document-rows.ts";

type Buyer = { name: string; email: string };
export type Paper = { number: string; text: DocumentText };

const day = (iso: string): string => formatFullDay(new Date(`${iso}T12:00:00Z`), "UTC");

const row = (text: string, right: string) => ({ kind: "row", text, right }) as const;
const paragraph = (text: string) => ({ kind: "paragraph", text }) as const;
const heading = (text: string) => ({ kind: "heading", text }) as const;

type Charged = { purpose: ChargePurpose; discountCents: number; shortfallCents: number };
type Price = Awaited<ReturnType<typeof priceOfOrder>>;
type Bought = { number: string; service: string | null; charge: Charged | null; code: string | null; price: Price };

/** A whole price is the services alone; every other payment says what it is. */
const boughtOf = ({ number, service, charge }: Bought): string => {
  const message = charge && charge.purpose !== "full" ? `: ${purposeLabels[charge.purpose].toLowerCase()}` : "";
  return `${service ?? "Writing services"}, order ${number}${message}`;
};

/** What was bought at its price; what a promotion code and an accepted shortfall took off it have rows of their own. */
const rowsOf = (order: Bought, cents: number) => {
  const { discountCents: off, shortfallCents: short } = order.charge ?? { discountCents: 0, shortfallCents: 0 };
  return [
    row(boughtOf(order), formatUsd(cents + off + short)),
    ...(off > 0 ? [row(`Promotion code ${order.code ?? ""}`, formatUsd(-off))] : []),
    ...(short > 0 ? [row(shortfallLabel, formatUsd(-short))] : []),
  ];
};

/** The arithmetic of the price, as the page of the receipt has it; a change and a tip have none of their own. */
const arithmeticOf = ({
  charge,
  price: { lines, priceCents, discount, shortfallCents, totalCents },
}: Bought): DocumentText["blocks"] => {
  if (charge && !["full", "first", "second"].includes(charge.purpose)) return [];
  return [
    heading("How the price was calculated"),
    ...lines.map(({ label, detail, cents }) =>
      cents === 0 ? row(label, "no change") : row([label, detail].filter(Boolean).join(". "), formatUsd(cents)),
    ),
    ...(discount
      ? [row("Price", formatUsd(priceCents)), row(`Code ${discount.code}. ${discount.why}`, formatUsd(discount.cents))]
      : []),
    ...(shortfallCents > 0 ? [row(shortfallLabel, formatUsd(-shortfallCents))] : []),
    { kind: "total", text: "Total, US dollars", right: formatUsd(totalCents) },
  ];
};

function textOf(one: DocumentRow, order: Bought, buyer: Buyer, about: string | null): DocumentText {
  const { cents, sellerName, sellerAddress, sellerEmail, taxNumber } = one;
  const number = documentNumber(one);
  const back = one.kind === "credit-note";
  const seller = [sellerName, sellerAddress, sellerEmail, taxNumber && `Tax number ${taxNumber}`].filter(Boolean);
  return {
    title: `${documentLabels[one.kind]} ${number}`,
    notes: [day(one.issuedOn), `Order ${order.number}`, ...(one.test ? ["Test order, no real money."] : [])],
    blocks: [
      heading("From"),
      paragraph(seller.join("\n")),
      heading("To"),
      paragraph(`${buyer.name}\n${buyer.email}`),
      ...(back ? [] : arithmeticOf(order)),
      heading(back ? "Amount refunded" : "What was paid"),
      ...(back ? [row(boughtOf(order), formatUsd(-cents))] : rowsOf(order, cents)),
      { kind: "total", text: back ? "Total sent back, US dollars" : "Total paid, US dollars", right: formatUsd(cents) },
      paragraph(taxSentence(one.taxCents, { name: one.taxName, rate: one.taxRate })),
      paragraph(`${back ? "Refunded by" : "Paid by"}: ${one.method}.${about ? ` For receipt ${about}.` : ""}`),
    ],
    author: sellerName,
  };
}

async function chargeOf(db: Database, { chargeId }: DocumentRow): Promise<Charged | null> {
  if (!chargeId) return null;
  const { purpose, discountCents, shortfallCents } = charges;
  const [charge] = await db
    .select({ purpose, discountCents, shortfallCents })
    .from(charges)
    .where(eq(charges.id, chargeId));
  return charge ?? null;
}

const input = z.strictObject({ orderId: askedId, number: z.string().max(40) });

/** A receipt or a credit note of an order as a text, for its client and for admins. Refuses not-found. */
export const paperOf = query<z.infer<typeof input>, Paper>("payments.paper", {
  input,
  run: async ({ db, viewer }, { orderId, number }) => {
    const mine = visibleOrder(await orderBrief(db, orderId), viewer, "receipt");
    if (!mine.ok) return mine;
    const one = await documentOf(db, mine.value.id, number);
    if (!one) return notFound();
    const receipts = (await documentsOf(db, mine.value.id)).filter(({ kind }) => kind === "receipt");
    const about = one.kind === "credit-note" ? receipts.map((receipt) => receipt.number).join(", ") || null : null;
    const code = mine.value.discount?.code ?? null;
    const { number: ordered, serviceName: service } = mine.value;
    const price = await priceOfOrder(db, mine.value, one.cents);
    const bought = { number: ordered, service, charge: await chargeOf(db, one), code, price };
    const buyer = { name: mine.value.clientName, email: mine.value.clientEmail };
    return done({ number: documentNumber(one), text: textOf(one, bought, buyer, about) });
  },
});
