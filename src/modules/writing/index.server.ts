export { changeWriter } from "./commands/change-writer.ts";
export { dropWritersWithoutAccount } from "./commands/drop-writers-without-account.ts";
export { makeWriter, type Writer } from "./commands/make-writer.ts";
export { writerDirectoryOfHouse } from "./directory.ts";
export { type ActiveWriter, activeWriters } from "./queries/active-writers.ts";
