import type { Readable } from "node:stream";
import type { Ctx, House } from "#src/platform/house.ts";
import { problem } from "#src/platform/respond.ts";
import { refuse } from "#src/shared/outcome.ts";
import { openChecker } from "../check/soon.ts";
import { openTus, sayNo } from "../tus/open-tus.ts";
import { type Download, download } from "./downloads.ts";
import { plainForm } from "./plain-form.ts";

/** Every address under `/files`, as web-standard functions. */
export function filesDoor(house: House) {
  const checkSoon = openChecker(house);
  const tus = openTus(house, checkSoon);
  const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";
  const otherMethod = (ctx: Ctx, allow: string): Response => {
    const answer = sayNo(405, "This method is not used here.", ctx);
    answer.headers.set("allow", allow);
    return answer;
  };
  return {
    /** `/files`: new uploads. */
    collection: (request: Request, ctx: Ctx, incoming?: Readable): Promise<Response> | Response =>
      ["POST", "OPTIONS"].includes(request.method)
        ? tus(request, ctx, "", incoming)
        : otherMethod(ctx, "POST, OPTIONS"),
    /** `/files/<id>`: the upload itself. HEAD is the protocol's; files are read at the address with their name. */
    upload: (request: Request, ctx: Ctx, id: string, incoming?: Readable): Promise<Response> | Response => {
      if (request.method === "GET")
        return problem(refuse("not-found", "There is nothing at this address."), ctx.request.id);
      return ["HEAD", "PATCH", "DELETE", "OPTIONS"].includes(request.method)
        ? tus(request, ctx, id, incoming)
        : otherMethod(ctx, "HEAD, PATCH, DELETE, OPTIONS");
    },
    /** `/files/<id>/<name>` and `/files/<id>/thumb`. */
    file: async (request: Request, ctx: Ctx, id: string, name: string): Promise<Download> =>
      isRead(request)
        ? download(request, ctx, id, name === "thumb")
        : { head: otherMethod(ctx, "GET, HEAD"), bytes: null },
    plain: (request: Request, ctx: Ctx): Promise<Response> => plainForm(request, ctx, checkSoon),
  };
}
