export { blockPerson, unblockPerson } from "./admin/commands/block-person.ts";
export { changeRole } from "./admin/commands/change-role.ts";
export { endSessionsOf } from "./admin/commands/end-sessions-of.ts";
export { setRole } from "./admin/commands/set-role.ts";
export { startResetFor } from "./admin/commands/start-reset-for.ts";
export { createAdmin } from "./admin/create-admin.ts";
export {
  type PersonLine,
  peopleCounts,
  peopleList,
  peopleNeighbours,
  peoplePages,
} from "./admin/queries/people-list.ts";
export { type PeopleWaiting, peopleWaiting } from "./admin/queries/people-waiting.ts";
export { type AdminPerson, personForAdmin } from "./admin/queries/person-for-admin.ts";
export { countMoney, countPlaced, uncountPlaced } from "./customers.ts";
export { demoAccountsHere, demoPeople, removeDemoAccounts, seedDemoAccounts, seedLargeDemoAccounts } from "./demo.ts";
export { addApp, beginApp, shownApp } from "./factors/commands/add-app.ts";
export { askPasskey } from "./factors/commands/ask-passkey.ts";
export {
  confirmByCode,
  confirmByPasskey,
  confirmByPassword,
  type MethodsToConfirm,
  methodsToConfirm,
} from "./factors/commands/confirm-identity.ts";
export {
  keepFactorsByLink,
  keepMyFactors,
  readKeepLink,
  startFactorRemoval,
  stopFactorRemoval,
} from "./factors/commands/factor-removal.ts";
export { makeBackupCodes } from "./factors/commands/make-backup-codes.ts";
export { addPasskey, myPasskeys, type OwnPasskey, renamePasskey } from "./factors/commands/own-passkeys.ts";
export { removeFactor } from "./factors/commands/remove-factor.ts";
export { passStepByCode, passStepByPasskey, readStep, signInByPasskey } from "./factors/commands/second-step.ts";
export { factorRemovalDue, factorRemovalTimer } from "./factors/factor-removal.ts";
export { keyAddress } from "./factors/one-time-code.ts";
export { myFactors } from "./factors/queries/my-factors.ts";
export { type Asking, withProof } from "./factors/screens/with-proof.server.ts";
export { endImpersonation, recordSeenPage, startImpersonation } from "./impersonation/impersonate.ts";
export { myImpersonations } from "./impersonation/impersonated-viewer.ts";
export { askedMailKinds } from "./mails/asked-kinds.ts";
export { mailAdmins } from "./mails/mail-admins.ts";
export { registrationClosed } from "./mails/mail-methods.ts";
export { cancelEmailChange, changeEmail } from "./own-account/commands/change-email.ts";
export { changePassword, leastFor } from "./own-account/commands/change-password.ts";
export { changeNotices, changeProfile, changeTheme } from "./own-account/commands/change-profile.ts";
export { confirmEmailChange } from "./own-account/commands/confirm-email-change.ts";
export { endOtherSessions, endSession } from "./own-account/commands/end-session.ts";
export { leavingPerson, markForDeletion } from "./own-account/commands/mark-for-deletion.ts";
export { undoEmailChange } from "./own-account/commands/undo-email-change.ts";
export { myProfile } from "./own-account/queries/my-profile.ts";
export { mySessions, type SessionLine } from "./own-account/queries/my-sessions.ts";
export { mySettings } from "./own-account/queries/my-settings.ts";
export { mySignIns } from "./own-account/queries/my-sign-ins.ts";
export { type ChangeLink, readEmailChange } from "./own-account/queries/read-email-change.ts";
export { isTheme, themeCookie, themes } from "./own-account/theme.ts";
export { accountData } from "./personal-data.ts";
export {
  authPort,
  type BegunOrder,
  begunOrderPort,
  type KeptWork,
  type ShowsSealedWork,
  sealedWorkPort,
} from "./ports.ts";
export { unansweredReportTimer } from "./protection/alert-owners.ts";
export { answerReport, liftSeal, readReport } from "./protection/answer-report.ts";
export { askOpening, confirmOpening, openMinutes, refuseOpening } from "./protection/open-sealed.ts";
export { isReportDeleted, mySeal, ownReportId, readsReport, sealForAdmin } from "./protection/read-seal.ts";
export { addToReport, reportThreat } from "./protection/report-threat.ts";
export { hasStandingSeal, sealedForEach } from "./protection/seal-rows.ts";
export { protectionPageValues, protectionSetting } from "./protection/settings.ts";
export { unlinkProvider } from "./providers/commands/unlink-provider.ts";
export { formTargets, offeredProviders, providerEndpoints } from "./providers/settings.ts";
export { blockOf } from "./queries/block-of.ts";
export { usesDisposableMail } from "./queries/disposable-mail.ts";
export {
  addressesOf,
  adminsWhoMay,
  findPeople,
  findPersonByEmail,
  findPersonLocked,
  shownPeople,
  writersNamed,
} from "./queries/find-people.ts";
export { type SharedSignIn, signInTracesOf, signInTracesOfAll } from "./queries/shared-sign-ins.ts";
export { guestOnly, requireAdmin, requireFactor, requireFresh, requirePerson } from "./sessions/guards.ts";
export { activeSessions } from "./sessions/sessions.ts";
export { resolveViewer } from "./sessions/viewer.ts";
export { openAuth } from "./sign-in/auth.ts";
export { askReset } from "./sign-in/commands/ask-reset.ts";
export { askStart } from "./sign-in/commands/ask-start.ts";
export { confirmEmail } from "./sign-in/commands/confirm-email.ts";
export { openAccount } from "./sign-in/commands/open-account.ts";
export { startByCode, startByLink } from "./sign-in/commands/prove-start.ts";
export { register } from "./sign-in/commands/register.ts";
export { resendConfirmation } from "./sign-in/commands/resend-confirmation.ts";
export { setPassword } from "./sign-in/commands/set-password.ts";
export { signIn } from "./sign-in/commands/sign-in.ts";
export { signOut } from "./sign-in/commands/sign-out.ts";
export { authHandler } from "./sign-in/handler.ts";
export { readConfirmLink, readResetLink } from "./sign-in/queries/read-link.ts";
export { readStart, vouchedIn } from "./sign-in/queries/read-start.ts";
export { accountSecretUses } from "./sign-in/secret-uses.ts";
export { sweepAccounts } from "./sweep.ts";
