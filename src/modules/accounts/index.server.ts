export { activeSessions } from "./active-sessions.ts";
export { openAuth } from "./auth.ts";
export { askReset } from "./commands/ask-reset.ts";
export { blockPerson, unblockPerson } from "./commands/block-person.ts";
export { cancelEmailChange, changeEmail } from "./commands/change-email.ts";
export { changeNotices } from "./commands/change-notices.ts";
export { changePassword, leastFor } from "./commands/change-password.ts";
export { changeProfile } from "./commands/change-profile.ts";
export { changeRole } from "./commands/change-role.ts";
export { changeTheme } from "./commands/change-theme.ts";
export { confirmEmail } from "./commands/confirm-email.ts";
export { confirmEmailChange } from "./commands/confirm-email-change.ts";
export { endOtherSessions, endSession } from "./commands/end-session.ts";
export { endSessionsOf } from "./commands/end-sessions-of.ts";
export {
  keepFactorsByLink,
  keepMyFactors,
  readKeepLink,
  startFactorRemoval,
  stopFactorRemoval,
} from "./commands/factor-removal.ts";
export { leavingPerson, markForDeletion } from "./commands/mark-for-deletion.ts";
export { register } from "./commands/register.ts";
export { resendConfirmation } from "./commands/resend-confirmation.ts";
export { setPassword } from "./commands/set-password.ts";
export { setRole } from "./commands/set-role.ts";
export { signIn } from "./commands/sign-in.ts";
export { signOut } from "./commands/sign-out.ts";
export { startResetFor } from "./commands/start-reset-for.ts";
export { undoEmailChange } from "./commands/undo-email-change.ts";
export { unlinkProvider } from "./commands/unlink-provider.ts";
export { createAdmin } from "./create-admin.ts";
export { demoAccountsHere, demoPeople, removeDemoAccounts, seedDemoAccounts } from "./demo.ts";
export { factorRemovalDue, factorRemovalTimer } from "./factor-removal.ts";
export { addApp, beginApp, shownApp } from "./factors/add-app.ts";
export { makeBackupCodes } from "./factors/backup-codes.ts";
export {
  confirmByCode,
  confirmByPasskey,
  confirmByPassword,
  methodsToConfirm,
} from "./factors/confirm-identity.ts";
export { myFactors } from "./factors/my-factors.ts";
export { keyAddress } from "./factors/one-time-code.ts";
export { addPasskey, myPasskeys, type OwnPasskey, renamePasskey } from "./factors/own-passkeys.ts";
export { askPasskey } from "./factors/passkey-challenge.ts";
export { removeFactor } from "./factors/remove-factor.ts";
export { passStepByCode, passStepByPasskey, readStep, signInByPasskey } from "./factors/second-step.ts";
export { guestOnly, requireAdmin, requireFactor, requireFresh, requirePerson } from "./guards.ts";
export { authHandler } from "./handler.ts";
export { registrationClosed } from "./mail-methods.ts";
export { accountData } from "./personal-data.ts";
export { authPort } from "./ports.ts";
export { formTargets, offeredProviders, providerEndpoints } from "./providers/settings.ts";
export { adminsWhoMay } from "./queries/admins-who-may.ts";
export { findPersonByEmail } from "./queries/find-by-email.ts";
export { findPeople } from "./queries/find-people.ts";
export { myProfile } from "./queries/my-profile.ts";
export { mySessions, type SessionLine } from "./queries/my-sessions.ts";
export { mySettings } from "./queries/my-settings.ts";
export { mySignIns } from "./queries/my-sign-ins.ts";
export { type PersonLine, peopleList } from "./queries/people-list.ts";
export { type PeopleWaiting, peopleWaiting } from "./queries/people-waiting.ts";
export { type AdminPerson, personForAdmin } from "./queries/person-for-admin.ts";
export { type ChangeLink, readEmailChange } from "./queries/read-email-change.ts";
export { readConfirmLink, readResetLink } from "./queries/read-link.ts";
export { sweepAccounts } from "./sweep.ts";
export { isTheme, themeCookie, themes } from "./theme.ts";
export { resolveViewer } from "./viewer.ts";
