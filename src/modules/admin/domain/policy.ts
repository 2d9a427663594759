import { canSeePeople } from "#src/modules/accounts/index.ts";
import { canAnswerChats } from "#src/modules/chat/index.ts";
import { canSeeAllOrders } from "#src/modules/orders/index.ts";
import { canManageMoney } from "#src/modules/payments/index.ts";
import { canEditPrices } from "#src/modules/pricing/index.ts";
import { type AdminWith, type Capability, may, type Viewer } from "#src/shared/viewer.ts";
import { auditParts } from "./audit-ask.ts";

// Which parts of the admin area a viewer has. Each part is asked of the policy of its noun.

/** Whether this viewer sees and changes the settings of the installation. */
export const canChangeSettings = (viewer: Viewer): viewer is AdminWith<"settings"> => may(viewer, "settings");

const policies: Readonly<Record<Capability, (viewer: Viewer) => boolean>> = {
  chat: canAnswerChats,
  orders: (viewer) => canSeeAllOrders(viewer, "admin"),
  money: canManageMoney,
  prices: canEditPrices,
  people: canSeePeople,
  settings: canChangeSettings,
};

/** Whether a part of the admin area that needs this is open to the viewer; "any": one of the parts at least. */
export const isOpenTo = (viewer: Viewer, needs: Capability | "any"): boolean =>
  needs === "any" ? Object.values(policies).some((allows) => allows(viewer)) : policies[needs](viewer);

/** The parts of the audit that this viewer reads. */
export const readableParts = (viewer: Viewer): readonly string[] =>
  Object.entries(auditParts).flatMap(([part, { needs }]) => (isOpenTo(viewer, needs) ? [part] : []));
