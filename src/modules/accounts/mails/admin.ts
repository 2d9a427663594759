import type { NewMail } from "#src/platform/mail/content.ts";
import type { Capability, Role } from "#src/shared/viewer.ts";
import { capabilityLabels } from "../domain/capabilities.ts";
import { linkPath, resetMail } from "./sign-in.ts";

const unexpected = "If you do not know why, write to support.";
const signIn = { label: "Sign in", path: "/login" };

const roleNow: Readonly<Record<Role, string>> = {
  1: "You are a client now. You place orders and see your own.",
  2: "You are a writer now. You find your work and new offers on your dashboard.",
  3: "You are an admin now. The admin area is at /admin.",
};

/** Notifies a person of another role, or an admin of other capabilities. */
export const roleChangedMail = (to: string, role: Role, capabilities: readonly Capability[]): NewMail => ({
  kind: "account.role-changed",
  to,
  subject: "What you may do has changed",
  content: {
    title: "What you may do has changed",
    paragraphs: [
      `${roleNow[role]} This was changed by an admin.`,
      "You are signed out everywhere. Sign in again to continue.",
    ],
    ...(role === 3 && {
      facts: [["You may work with", capabilities.map((one) => capabilityLabels[one].name).join(", ")]] as [
        string,
        string,
      ][],
    }),
    button: signIn,
    after: [unexpected],
  },
});

/** Notifies a person that the account is blocked. The reason is for the admins only. */
export const blockedMail = (to: string): NewMail => ({
  kind: "account.blocked",
  to,
  subject: "Your account is closed at the moment",
  content: {
    title: "Your account is closed at the moment",
    paragraphs: [
      "An admin has closed your account. You are signed out everywhere and cannot sign in.",
      "What belongs to you is kept as it is. Do you think that this is wrong? Write to us: an admin who did not decide answers.",
    ],
    button: { label: "Write to us", path: "/contact" },
  },
});

export const unblockedMail = (to: string): NewMail => ({
  kind: "account.unblocked",
  to,
  subject: "Your account is open again",
  content: {
    title: "Your account is open again",
    paragraphs: ["An admin has opened your account again. Everything in it is as it was."],
    button: signIn,
  },
});

/** The link to choose a new password, started by an admin; valid 30 minutes. */
export const resetStartedMail = (to: string, token: string): NewMail =>
  resetMail(to, token, "An admin sends you this link, so that you can choose a new password. Nobody else learns it.");

/** A removal waits: the one chance of an owner who did not ask for it. `due` in words. */
export const removalStartedMail = (to: string, token: string, due: string): NewMail => ({
  kind: "account.factor-removal",
  to,
  subject: "Your second factor will be removed",
  content: {
    title: "Your second factor will be removed",
    paragraphs: [
      "You, or somebody in your name, said that your second factor is lost. It is removed in three days: the authenticator app, the backup codes and all passkeys. Then your password alone signs you in, until you add a new one.",
      "If you still have it, or did not ask for this, stop it now.",
    ],
    facts: [["Takes effect", due]],
    button: { label: "Keep my second factor", path: linkPath("/keep-second-factor", token) },
    after: ["The link works until then. You can also stop it in your account settings."],
  },
});

export const removalStoppedMail = (to: string): NewMail => ({
  kind: "account.factor-removal",
  to,
  subject: "Your second factor stays",
  content: {
    title: "Your second factor stays",
    paragraphs: ["The removal of your second factor was stopped. You sign in with it as before."],
    after: ["If somebody asked for the removal in your name, change your password and write to support."],
  },
});

export const factorsRemovedMail = (to: string): NewMail => ({
  kind: "account.factor-removal",
  to,
  subject: "Your second factor was removed",
  content: {
    title: "Your second factor was removed",
    paragraphs: [
      "The three days are over, and your second factor was removed. You are signed out everywhere.",
      "Sign in with your password and add a new second factor in your account settings. A password of fewer than 15 characters is too short without one: choose a longer one there.",
    ],
    button: signIn,
    after: ["If you did not ask for this, change your password now and write to support."],
  },
});
