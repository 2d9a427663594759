import { fileFieldData, filesOf } from "#src/modules/files/index.server.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Outcome, Refusal } from "#src/shared/outcome.ts";
import type { openDelivery } from "../commands/note-opened.ts";
import { attachReport, removeReport } from "../commands/originality-reports.ts";

type Opened = Extract<Awaited<ReturnType<typeof openDelivery>>, { ok: true }>["value"];

/** The reports of an opened version, and the field of the form that adds one where the address asks for it. */
export async function shownReports(ctx: Ctx, request: Request, opened: Opened) {
  const { id, number, reports, takesReport } = opened;
  const query = new URL(request.url).searchParams;
  const subjects = reports.map((one) => one.id);
  const files = await filesOf({ db: ctx.runtime.db, viewer: ctx.viewer }, { purpose: "report", subjects });
  const adds = takesReport && query.get("report") === "add";
  return {
    number,
    takes: takesReport,
    field: adds ? await fileFieldData(ctx, { purpose: "report", about: id }) : null,
    refusedUpload: query.get("upload-refused")?.slice(0, 300),
    list: reports.map(({ link, ...report }) => ({
      ...report,
      link: link && { host: new URL(link).host, address: link },
      files: files.filter(({ subject }) => subject === report.id),
    })),
  };
}
export type ShownReports = Awaited<ReturnType<typeof shownReports>>;

/** Names of the two forms; their fields are sent as `report.<name>` and `remove-report.<name>`. */
const takers: Readonly<Record<string, (ctx: Ctx, typed: Record<string, string>) => Promise<Outcome<unknown>>>> = {
  report: attachReport,
  "remove-report": removeReport,
};

export const reportFlashes: Readonly<Record<string, string>> = {
  report: "The report is shown with the work.",
  "remove-report": "The report is removed.",
};
export const reportLabels = {
  name: "Name of the report",
  maker: "Made by",
  madeOn: "Date of the report",
  link: "Link",
};

type Asked = { orderId: string; page: string; typed: Record<string, string>; number: string };

/** Takes a form of the reports of a version: back to it when done. Null when the form is another one. */
export async function submitReportForm(
  ctx: Ctx,
  form: string,
  { orderId, page, typed, number }: Asked,
): Promise<Response | Refusal | null> {
  const take = Object.hasOwn(takers, form) ? takers[form] : undefined;
  if (!take) return null;
  const taken = await take(ctx, { orderId, ...typed });
  return taken.ok ? redirectWithFlash(`${page}?text=${encodeURIComponent(number)}#reports`, form) : taken;
}
