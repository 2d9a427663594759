export * from "./domain/application.ts";
export { fluencies, kindsOfWork } from "./domain/application.ts";
export { awayLabel, isAway } from "./domain/away.ts";
export * from "./domain/pay.ts";
