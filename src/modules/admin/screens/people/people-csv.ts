import { peoplePages, requireAdmin } from "#src/modules/accounts/index.server.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { listFile, listLines } from "#src/platform/documents/csv.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { peopleAddress } from "../../domain/people-address.ts";
import type { Route } from "./+types/people-csv.ts";
import { askedPeople } from "./asked-people.server.ts";
import { peopleFile } from "./people-list.tsx";

/** The people of a list, for a spreadsheet; sent while they are read. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { now } = await readerClock(ctx, requireAdmin(ctx, request, "people"));
  const ask = peopleAddress.read(new URL(request.url).searchParams);
  const asked = await askedPeople(ctx, { ...ask, older: "", newer: "" });
  return listFile("people", now, listLines(peopleFile, peoplePages(ctx, asked)));
}
