import type { Page } from "@playwright/test";

export type Authenticator = {
  /** Whether the person touches the device when the page asks. */
  touch: (does: boolean) => Promise<void>;
};

/** A device with passkeys inside the browser, as its developer tools offer it: it checks its owner by itself. */
export async function plugAuthenticator(page: Page): Promise<Authenticator> {
  const tools = await page.context().newCDPSession(page);
  await tools.send("WebAuthn.enable");
  const { authenticatorId } = await tools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  });
  return {
    touch: async (enabled) => {
      await tools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    },
  };
}
