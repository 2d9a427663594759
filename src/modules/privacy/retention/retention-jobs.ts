import { sweepAccounts } from "#src/modules/accounts/index.server.ts";
import { sweepBrandPictures } from "#src/modules/admin/index.server.ts";
import { sweepDeliveries } from "#src/modules/api/index.server.ts";
import { sweepChats } from "#src/modules/chat/index.server.ts";
import { sweepFilesJob } from "#src/modules/files/index.server.ts";
import { sweepNotices } from "#src/modules/notifications/index.server.ts";
import { sweepForms, sweepOrders } from "#src/modules/orders/index.server.ts";
import { sweepProviderEvents } from "#src/modules/payments/index.server.ts";
import { sweepQuotes } from "#src/modules/pricing/index.server.ts";
import { sweepApplications } from "#src/modules/writing/index.server.ts";
import type { RetentionJob } from "#src/platform/retention.ts";
import { sweeps } from "#src/platform/sweeps.ts";

/** Every job that deletes data by its age. A module that keeps something for a time adds its job here. */
export const retentionJobs: readonly RetentionJob[] = [
  sweepAccounts,
  sweepForms,
  sweepOrders,
  sweepFilesJob,
  sweepQuotes,
  sweepChats,
  sweepNotices,
  sweepApplications,
  sweepProviderEvents,
  sweepDeliveries,
  ...sweeps,
  sweepBrandPictures,
];
