import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { openChecker } from "../check/soon.ts";
import { notUsed, openTus } from "../tus/open-tus.ts";
import { type Download, download } from "./downloads.ts";
import { plainForm } from "./plain-form.ts";

/** Every address under `/files`, as web-standard functions. */
export function fileHandlers(runtime: Runtime) {
  const checkSoon = openChecker(runtime);
  return {
    /** `/files`, and `/files/<id>`: the uploads themselves. Files are read at the address with their name. */
    tus: openTus(runtime, checkSoon),
    /** `/files/<id>/<name>` and `/files/<id>/thumb`. */
    file: async (request: Request, ctx: Ctx, id: string, name: string): Promise<Download> =>
      ["GET", "HEAD"].includes(request.method)
        ? download(request, ctx, id, name === "thumb")
        : { head: notUsed(ctx, "GET, HEAD"), bytes: null },
    plain: (request: Request, ctx: Ctx): Promise<Response> => plainForm(request, ctx, checkSoon),
  };
}
