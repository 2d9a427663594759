export { ConfirmDialog, ConfirmHere, SentFields } from "./factors/screens/confirm-dialog.tsx";
export { ImpersonationBanner } from "./impersonation/banner.tsx";
export { addressLabel } from "./own-account/screens/method-labels.ts";
export { Answer, GuardedButton, Part, useSending } from "./own-account/screens/part.tsx";
export type { FormAnswer } from "./screens/answers.server.ts";
