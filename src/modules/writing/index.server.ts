export { acceptApplication } from "./commands/accept-application.ts";
export { addWriterNote } from "./commands/add-note.ts";
export { changeHoliday, changeWriter } from "./commands/change-writer.ts";
export { dropWritersWithoutAccount, makeWriter } from "./commands/make-writer.ts";
export { promoteWriter } from "./commands/promote-writer.ts";
export { askBack, declineApplication } from "./commands/review-application.ts";
export { writerDirectoryOfRuntime } from "./directory.ts";
export { writingEventHandlers } from "./event-handlers.ts";
export { applicationFilePolicy } from "./file-policy.ts";
export { sweepApplications } from "./jobs.ts";
export { writerData } from "./personal-data.ts";
export { adminWriter } from "./queries/admin-writer.ts";
export { adminWriters, type WriterLine } from "./queries/admin-writers.ts";
export {
  type ApplicationLine,
  applicantIds,
  applicationForAdmin,
  waitingApplications,
} from "./queries/applications.ts";
export { type AssignPlan, assignPlan } from "./queries/assign-plan.ts";
export { pseudonymsOf, writerNames } from "./queries/pseudonyms.ts";
export { writerLoad, writersAtHand } from "./queries/writer-load.ts";
export { type SuggestedWriter, writersForOrder } from "./queries/writers-for-orders.ts";
export { shownDeal, shownWorkspace } from "./screens/workspace.server.ts";
export { applicationsSetting, estimateSetting, gradesSetting } from "./settings.ts";
