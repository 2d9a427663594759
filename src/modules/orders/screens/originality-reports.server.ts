import { fileFieldData, filesOf } from "#src/modules/files/index.server.ts";
import type { PostedSteps } from "#src/platform/posted-steps.ts";
import type { Ctx } from "#src/platform/runtime.ts";
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

export const reportFlashes: Readonly<Record<string, string>> = {
  report: "The report is shown with the work.",
  "remove-report": "The report is removed.",
};
const labels = {
  name: "Name of the report",
  maker: "Made by",
  madeOn: "Date of the report",
  link: "Link",
};

/** `at`: the address of the order's page, on which the version with this number is opened again. */
type Sent = { ctx: Ctx; orderId: string; typed: Readonly<Record<string, string>>; at: string; number: string };

const toVersion = ({ at, number }: Sent): string => `${at}?text=${encodeURIComponent(number)}#reports`;

/** The two forms of the reports of a version; their fields are sent as `report.<name>` and `remove-report.<name>`. */
export const reportSteps = {
  report: { run: ({ ctx, orderId, typed }) => attachReport(ctx, { orderId, ...typed }), to: toVersion, labels },
  "remove-report": {
    run: ({ ctx, orderId, typed }) => removeReport(ctx, { orderId, ...typed }),
    to: toVersion,
    labels,
  },
} satisfies PostedSteps<Sent>;
