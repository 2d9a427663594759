import { jsonAnswer } from "#src/platform/json.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { openCheckQueue } from "../check/check-files.ts";
import { myChecks } from "../queries/my-uploads.ts";
import { notUsed, openTus } from "../tus/open-tus.ts";
import { type Download, download } from "./downloads.ts";
import { plainForm } from "./plain-form.ts";

/** Every address under `/files`, as web-standard functions. */
export function fileHandlers(runtime: Runtime) {
  const enqueueCheck = openCheckQueue(runtime);
  return {
    /** `/files`, and `/files/<id>`: the uploads themselves. Files are read at the address with their name. */
    tus: openTus(runtime, enqueueCheck),
    /** `/files/<id>/<name>`: the name says nothing. */
    file: async (request: Request, ctx: Ctx, id: string): Promise<Download> =>
      ["GET", "HEAD"].includes(request.method)
        ? download(request, ctx, id)
        : { head: notUsed(ctx, "GET, HEAD"), bytes: null },
    /** `/files/checks?ids=a,b`: what the checks of one's own files found. */
    checks: async (request: Request, ctx: Ctx): Promise<Response> => {
      const ids = new URL(request.url).searchParams.get("ids") ?? "";
      return jsonAnswer(await myChecks(ctx, { ids: ids.split(",").filter(Boolean) }), ctx);
    },
    plain: (request: Request, ctx: Ctx): Promise<Response> => plainForm(request, ctx, enqueueCheck),
  };
}
