import type { NewMail } from "#src/platform/mail/content.ts";
import { defineMail } from "#src/platform/mail/mail-text.ts";
import type { Capability, Role } from "#src/shared/viewer.ts";
import { capabilityLabels } from "../domain/policy.ts";
import { linkPath, resetMail } from "./sign-in.ts";

const signIn = { label: "Sign in", path: "/login" };

const roleNow: Readonly<Record<Role, string>> = {
  1: "You are a client now. You place orders and see your own.",
  2: "You are a writer now. You find your work and new offers on your dashboard.",
  3: "You are an admin now. The admin area is at /admin.",
};

const roleChanged = defineMail({
  id: "account.role-changed",
  to: "account",
  name: "What you may do has changed",
  when: "at another role, or other rights of an admin",
  subject: "What you may do has changed",
  text: `
# What you may do has changed

{{new role}} This was changed by an admin.

You are signed out everywhere. Sign in again to continue.

{{details}}

{{button}}

If you do not know why, write to support.`,
  values: { "new role": roleNow[2] },
  required: ["new role"],
  example: { facts: [["You may work with", "Orders, Chats"]], button: signIn },
});

/** Notifies a person of another role, or an admin of other capabilities. */
export const roleChangedMail = (to: string, role: Role, capabilities: readonly Capability[]): NewMail => ({
  kind: "account.role-changed",
  to,
  ...roleChanged(
    { "new role": roleNow[role] },
    {
      ...(role === 3 && {
        facts: [["You may work with", capabilities.map((one) => capabilityLabels[one].name).join(", ")]] satisfies [
          string,
          string,
        ][],
      }),
      button: signIn,
    },
  ),
});

const writeToUs = { label: "Write to us", path: "/contact" };

const blocked = defineMail({
  id: "account.blocked",
  to: "account",
  name: "Your account is closed at the moment",
  when: "when an admin closes an account",
  subject: "Your account is closed at the moment",
  text: `
# Your account is closed at the moment

An admin has closed your account. You are signed out everywhere and cannot sign in.

What belongs to you is kept as it is. Do you think that this is wrong? Write to us: an admin who did not decide answers.

{{button}}`,
  values: {},
  example: { button: writeToUs },
});

/** Notifies a person that the account is blocked. The reason is for the admins only. */
export const blockedMail = (to: string): NewMail => ({
  kind: "account.blocked",
  to,
  ...blocked({}, { button: writeToUs }),
});

const unblocked = defineMail({
  id: "account.unblocked",
  to: "account",
  name: "Your account is open again",
  when: "when an admin opens an account again",
  subject: "Your account is open again",
  text: `
# Your account is open again

An admin has opened your account again. Everything in it is as it was.

{{button}}`,
  values: {},
  example: { button: signIn },
});

export const unblockedMail = (to: string): NewMail => ({
  kind: "account.unblocked",
  to,
  ...unblocked({}, { button: signIn }),
});

/** The link to choose a new password, started by an admin; valid 30 minutes. */
export const resetStartedMail = (to: string, token: string): NewMail =>
  resetMail(to, token, "An admin sends you this link, so that you can choose a new password. Nobody else learns it.");

const removalStarted = defineMail({
  id: "account.factor-removal",
  to: "account",
  name: "Your second factor will be removed",
  when: "when a second factor is lost",
  subject: "Your second factor will be removed",
  text: `
# Your second factor will be removed

You, or somebody in your name, said that your second factor is lost. It is removed in three days: the authenticator app, the backup codes and all passkeys. Then your password alone signs you in, until you add a new one.

If you still have it, or did not ask for this, stop it now.

{{details}}

{{button}}

The link works until then. You can also stop it in your account settings.`,
  values: { "takes effect": "Tue 8 December 2026, 12:30 (Berlin, UTC+1)" },
  example: {
    facts: [["Takes effect", "Tue 8 December 2026, 12:30 (Berlin, UTC+1)"]],
    button: { label: "Keep my second factor", path: "/" },
  },
});

/** A removal waits: the one chance of an owner who did not ask for it. `due` in words. */
export const removalStartedMail = (to: string, token: string, due: string): NewMail => ({
  kind: "account.factor-removal",
  to,
  ...removalStarted(
    { "takes effect": due },
    {
      facts: [["Takes effect", due]],
      button: { label: "Keep my second factor", path: linkPath("/keep-second-factor", token) },
    },
  ),
});

const removalStopped = defineMail({
  id: "account.factor-stays",
  to: "account",
  name: "Your second factor stays",
  when: "when a removal is stopped",
  subject: "Your second factor stays",
  text: `
# Your second factor stays

The removal of your second factor was stopped. You sign in with it as before.

If somebody asked for the removal in your name, change your password and write to support.`,
  values: {},
  example: {},
});

export const removalStoppedMail = (to: string): NewMail => ({
  kind: "account.factor-removal",
  to,
  ...removalStopped({}),
});

const factorsRemoved = defineMail({
  id: "account.factors-removed",
  to: "account",
  name: "Your second factor was removed",
  when: "three days after a second factor was lost",
  subject: "Your second factor was removed",
  text: `
# Your second factor was removed

The three days are over, and your second factor was removed. You are signed out everywhere.

Sign in with your password and add a new second factor in your account settings. A password of fewer than 15 characters is too short without one: choose a longer one there.

{{button}}

If you did not ask for this, change your password now and write to support.`,
  values: {},
  example: { button: signIn },
});

export const factorsRemovedMail = (to: string): NewMail => ({
  kind: "account.factor-removal",
  to,
  ...factorsRemoved({}, { button: signIn }),
});
