import { Link } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { Button } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { Form } from "#src/ui/form.tsx";
import { SearchInput } from "#src/ui/inputs.tsx";
import type { Route } from "./+types/search.ts";
import { findForAdmin } from "./search.server.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request);
  const search = (new URL(request.url).searchParams.get("search") ?? "").slice(0, 200);
  const { zone } = await readerClock(ctx, person);
  return { search, groups: await findForAdmin(ctx, person, search, zone) };
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Search", matches);

/** What Ctrl+K shows, as a page: for browsers without scripts, and for an address to send. */
export default function Search({ loaderData: { search, groups } }: Route.ComponentProps) {
  return (
    <>
      <div className="work-head">
        <h1 className="d3">Search</h1>
      </div>
      <Form method="get" className="filters dense max-w-2xl" role="search">
        <SearchInput
          key={search}
          defaultValue={search}
          aria-label="Search orders, people, chats, payments, codes and pages"
          placeholder="Number, title, name, e-mail, reference"
        />
        <Button small variant="outline">
          Search
        </Button>
      </Form>
      {groups.length === 0 ? (
        <div className="panel">
          <Empty title={`Nothing matches "${search.trim()}"`}>
            Check the spelling. Two characters or more of a number, a title, a name or an e-mail are enough; a receipt,
            a payout or the reference of a bank or a provider is found by all of it.
          </Empty>
        </div>
      ) : (
        <div className="stack [--gap:24px] max-w-3xl">
          {groups.map(({ key, label, hits, count, all }) => (
            <section key={key} className="panel" aria-labelledby={`found-${key}`}>
              <div className="panel-head">
                <h2 className="t3" id={`found-${key}`}>
                  {label}
                </h2>
                {all &&
                  (count === `${hits.length}` ? (
                    <span className="small muted">{`${hits.length} of ${count}`}</span>
                  ) : (
                    <Link className="small" to={all}>{`All ${count}`}</Link>
                  ))}
              </div>
              <ul>
                {hits.map((hit) => (
                  <li key={hit.key} data-row="">
                    <Link
                      to={hit.to}
                      className="title grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t border-rule px-5 py-2.5 text-ink no-underline hover:bg-pen-tint/45"
                    >
                      <b className="strong wrap-anywhere">{hit.title}</b>
                      <span className="small muted row-start-2 wrap-anywhere">{hit.note}</span>
                      <span className="small muted">{hit.shown?.text ?? hit.aside}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </>
  );
}
