export { archiveOf } from "./archive.ts";
export { askDeletion, keepAccount } from "./commands/deletion.ts";
export { forgetPerson } from "./data-inventory.ts";
export { gatherMyData, myDeparture } from "./queries/my-data.ts";
export { privacyTimers } from "./timers.ts";
