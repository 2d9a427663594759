export { blockPerson, endSessionsOf, startResetFor, unblockPerson } from "./admin/commands/persons-sign-in.ts";
export { changeRole, createAdmin, setRole } from "./admin/commands/roles.ts";
export {
  type PeopleWaiting,
  type PersonLine,
  peopleCounts,
  peopleList,
  peopleNeighbours,
  peoplePages,
  peopleWaiting,
} from "./admin/queries/people-list.ts";
export { type AdminPerson, personForAdmin } from "./admin/queries/person-for-admin.ts";
export { demoAccountsHere, demoPeople, removeDemoAccounts, seedDemoAccounts, seedLargeDemoAccounts } from "./demo.ts";
export { keyAddress } from "./factors/codes.ts";
export { addApp, beginApp, makeBackupCodes, shownApp } from "./factors/commands/app-and-backup-codes.ts";
export {
  confirmByCode,
  confirmByPasskey,
  confirmByPassword,
  type MethodsToConfirm,
  methodsToConfirm,
} from "./factors/commands/confirm-identity.ts";
export {
  factorRemovalDue,
  factorRemovalTimer,
  keepFactorsByLink,
  keepMyFactors,
  readKeepLink,
  startFactorRemoval,
  stopFactorRemoval,
} from "./factors/commands/factor-removal.ts";
export { addPasskey, myPasskeys, type OwnPasskey, renamePasskey } from "./factors/commands/own-passkeys.ts";
export { removeFactor } from "./factors/commands/remove-factor.ts";
export { passStepByCode, passStepByPasskey, readStep, signInByPasskey } from "./factors/commands/second-step.ts";
export { askPasskey } from "./factors/passkey-ceremony.ts";
export { type Asking, withProof } from "./factors/screens/with-proof.server.ts";
export { endImpersonation, myImpersonations, recordSeenPage, startImpersonation } from "./impersonation/impersonate.ts";
export { askedMailKinds, mailAdmins, registrationClosed } from "./mails/mail-methods.ts";
export {
  cancelEmailChange,
  changeEmail,
  confirmEmailChange,
  undoEmailChange,
} from "./own-account/commands/change-email.ts";
export { changeNotices, changeProfile, changeTheme } from "./own-account/commands/change-profile.ts";
export {
  changePassword,
  endOtherSessions,
  endSession,
  leastFor,
} from "./own-account/commands/password-and-sessions.ts";
export { type ChangeLink, readEmailChange } from "./own-account/email-changes.ts";
export { countMoney, countPlaced, uncountPlaced } from "./own-account/people-store.ts";
export {
  myFactors,
  myProfile,
  mySessions,
  mySettings,
  mySignIns,
  type SessionLine,
} from "./own-account/queries/my-account.ts";
export { accountData, leavingPerson, markForDeletion } from "./personal-data.ts";
export {
  authPort,
  type BegunOrder,
  begunOrderPort,
  type KeptWork,
  type OwnsOrder,
  ownOrderPort,
  type ShowsSealedWork,
  sealedWorkPort,
} from "./ports.ts";
export { askOpening, confirmOpening, openMinutes, refuseOpening } from "./protection/open-sealed.ts";
export {
  hasStandingSeal,
  isReportDeleted,
  mySeal,
  ownReportId,
  readsReport,
  sealedForEach,
  sealForAdmin,
} from "./protection/read-seal.ts";
export { protectionPageValues, protectionSetting } from "./protection/settings.ts";
export {
  addToReport,
  answerReport,
  liftSeal,
  readReport,
  reportThreat,
  unansweredReportTimer,
} from "./protection/threat-reports.ts";
export { unlinkProvider } from "./providers/linked-providers.ts";
export { formTargets, offeredProviders, providerEndpoints } from "./providers/settings.ts";
export {
  addressesOf,
  adminsWhoMay,
  findPeople,
  findPersonByEmail,
  findPersonLocked,
  openAccountsAmong,
  openWriters,
  shownPeople,
  writersNamed,
} from "./queries/find-people.ts";
export {
  blockOf,
  type SharedSignIn,
  signInTracesOf,
  signInTracesOfAll,
  usesDisposableMail,
} from "./queries/signs-of-people.ts";
export { isTheme, themeCookie, themes } from "./sessions/cookies.ts";
export { activeSessions } from "./sessions/sessions.ts";
export {
  guestOnly,
  requireAdmin,
  requireFactor,
  requireFresh,
  requirePerson,
  resolveViewer,
} from "./sessions/viewer.ts";
export { openAuth } from "./sign-in/auth.ts";
export { confirmEmail, register, resendConfirmation } from "./sign-in/commands/register.ts";
export { askReset, setPassword } from "./sign-in/commands/reset-password.ts";
export { signIn, signOut } from "./sign-in/commands/sign-in.ts";
export { askStart, openAccount, startByCode, startByLink } from "./sign-in/commands/start.ts";
export { authHandler } from "./sign-in/handler.ts";
export { accountSecretUses } from "./sign-in/secret-uses.ts";
export { readConfirmLink, readResetLink, readStart, vouchedIn } from "./sign-in/verification-tokens.ts";
export { sweepAccounts } from "./sweep.ts";
