export { askDeletion, keepAccount, privacyTimers } from "./commands/deletion.ts";
export { forgetPerson } from "./data-inventory.ts";
export { archiveOf, gatherMyData, myDeparture } from "./queries/my-data.ts";
export { retentionJobs, retentionPageValues, retentionState } from "./retention/retention.ts";
