export { addWriterNote, changeHoliday, changeWriter } from "./commands/change-writer.ts";
export { dropWritersWithoutAccount, makeWriter, promoteWriter } from "./commands/make-writer.ts";
export { acceptApplication, askBack, declineApplication } from "./commands/review-application.ts";
export { writingEventHandlers } from "./event-handlers.ts";
export { sweepApplications } from "./jobs.ts";
export { writerData } from "./personal-data.ts";
export { adminWriter, adminWriters, type WriterLine, writerNames } from "./queries/admin-writers.ts";
export {
  type ApplicationLine,
  applicantIds,
  applicationFilePolicy,
  applicationForAdmin,
  waitingApplications,
} from "./queries/applications.ts";
export { type AssignPlan, assignPlan } from "./queries/assign-plan.ts";
export {
  pseudonymsOf,
  writerDirectoryOfRuntime,
  writerLoad,
  writersAtHand,
} from "./queries/writer-directory.ts";
export { type SuggestedWriter, writersForOrder } from "./queries/writers-for-orders.ts";
export { shownDeal, shownWorkspace } from "./screens/workspace.server.ts";
export { applicationsSetting, estimateSetting, gradesSetting } from "./settings.ts";
