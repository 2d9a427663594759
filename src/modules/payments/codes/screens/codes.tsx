import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { ListPage } from "#src/ui/list/list-page.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { promotionCodeList } from "../list-codes.ts";
import { codesTopic } from "../uses.ts";
import type { Route } from "./+types/codes.ts";
import { codeList, codesAddress } from "./code-list.tsx";
import { shownCode } from "./shown-code.server.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "prices");
  const clock = await readerClock(ctx, person);
  const ask = codesAddress.read(new URL(request.url).searchParams);
  const { rows, ...page } = orPage(await promotionCodeList(ctx, ask), request);
  const live = { me: person.id, topics: [codesTopic] };
  return { ...clock, ...live, ...page, ask, rows: rows.map((line) => shownCode(line, clock.zone)) };
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Promotion codes", matches);

/** Promotion codes, the newest first, with a search. */
export default function Codes({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Crumbs steps={[{ to: "/admin/pricing", label: "Pricing" }, { label: "Promotion codes" }]} />
      <ListPage
        title="Promotion codes"
        lede="We pay for the discount: writers get their share of the full price."
        acts={
          <LinkButton to="/admin/codes/new" small>
            Make a code
          </LinkButton>
        }
        list={codeList}
        loaded={loaderData}
      />
    </>
  );
}
