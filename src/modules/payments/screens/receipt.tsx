import { requireFactor, requirePerson } from "#src/modules/accounts/index.server.ts";
import { readingZone, siteSetting } from "#src/modules/operator/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { formatFullDay, zoneLabel } from "#src/shared/zone.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Printer } from "#src/ui/icons.tsx";
import { PageHead } from "#src/ui/reading.tsx";
import { receiptPage } from "../index.server.ts";
import type { Route } from "./+types/receipt.ts";
import { Download } from "./drawings.ts";
import { ReceiptSheet } from "./receipt-sheet.tsx";

export const handle = { footer: true };

export async function loader({ context, request, params: { orderId } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireFactor(requirePerson(ctx, request), request);
  const { paidAt, deadlineZone, payments, ...rest } = orPage(await receiptPage(ctx, { orderId }), request);
  const { name, address, email } = await ctx.runtime.settings.get(siteSetting);
  const zone = await readingZone(ctx, deadlineZone);
  const date = `${formatFullDay(paidAt, zone)} (${zoneLabel(zone, paidAt)})`;
  const paid = payments.map((one) => ({ ...one, at: formatFullDay(one.at, zone) }));
  return { receipt: { ...rest, date, payments: paid, shop: { name, address, email } } };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Receipt ${loaderData?.receipt.number ?? ""} · ${loaderData?.receipt.shop.name ?? ""}` },
];

export default function ReceiptScreen({ loaderData: { receipt } }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap page">
      <div className="max-w-160">
        <div className="no-print">
          <PageHead
            title="Receipt"
            actions={
              <>
                {receipt.receiptNumber && (
                  <LinkButton
                    icon={Download}
                    to={`/checkout/${receipt.orderId}/documents/${receipt.receiptNumber}.pdf`}
                    reloadDocument
                  >
                    Download the PDF
                  </LinkButton>
                )}
                <Button
                  type="button"
                  variant={receipt.receiptNumber ? "outline" : "primary"}
                  icon={Printer}
                  className="js-only"
                  onClick={() => window.print()}
                >
                  Print
                </Button>
                <LinkButton variant="outline" to={`/dashboard/orders/${receipt.orderId}`}>
                  Back to the order
                </LinkButton>
              </>
            }
          />
        </div>
        <ReceiptSheet receipt={receipt} />
      </div>
    </main>
  );
}
