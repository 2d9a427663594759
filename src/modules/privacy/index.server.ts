export { archiveOf } from "./archive.ts";
export { askDeletion, keepAccount } from "./commands/deletion.ts";
export { forgetPerson } from "./data-inventory.ts";
export { gatherMyData, myDeparture } from "./queries/my-data.ts";
export { retentionPageValues } from "./retention/page-values.ts";
export { retentionJobs } from "./retention/retention-jobs.ts";
export { retentionState } from "./retention/retention-state.ts";
export { privacyTimers } from "./timers.ts";
