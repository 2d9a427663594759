import { openMailer } from "../adapters/mail/open-mailer.ts";
import { openPayments } from "../adapters/payments/open-payments.ts";
import { openClamd } from "../adapters/scanner/clamd.ts";
import { openStorage } from "../adapters/storage/open-storage.ts";
import { backupJob } from "../backup/scheduled-backup.ts";
import {
  askedMailKinds,
  authPort,
  begunOrderPort,
  factorRemovalTimer,
  openAuth,
  ownOrderPort,
  protectionPageValues,
  protectionSetting,
  sealedWorkPort,
  unansweredReportTimer,
} from "../modules/accounts/index.server.ts";
import { changedTopics, plannedPageTimer, tellClientsTimer, workQueues } from "../modules/admin/index.server.ts";
import { embedSetting, webhookEventHandlers, webhookJob } from "../modules/api/index.server.ts";
import { servicesSetting } from "../modules/catalogue/index.server.ts";
import {
  appealTimer,
  chatEventHandlers,
  chatFilePolicy,
  chatPageValues,
  chatSetting,
  chatTopics,
  enquirySetting,
  heldMessageTimer,
  serviceSetting,
  threadFilePolicy,
  threadSetting,
} from "../modules/chat/index.server.ts";
import { checkerPort, checkerWork } from "../modules/checker/index.server.ts";
import {
  fileJobs,
  filePoliciesPort,
  filesSetting,
  fileWork,
  scannerPort,
  storagePort,
  threatFilePolicy,
  workPort,
} from "../modules/files/index.server.ts";
import {
  adminChatTimer,
  chatDigestHandler,
  digestTimers,
  noticeEventHandlers,
  noticeTopics,
  threadDigestHandler,
} from "../modules/notifications/index.server.ts";
import {
  brandSetting,
  mailShop,
  menuSetting,
  ownPagesSetting,
  pageValuesPort,
  siteSetting,
  textPages,
} from "../modules/operator/index.server.ts";
import {
  heldRefundTimers,
  lifeSetting,
  orderEventHandlers,
  orderFilePolicies,
  orderLimitsSetting,
  orderPageValues,
  orderTimers,
  orderTopics,
  ownsOrder,
  payablePort,
  quoteTextsSetting,
  refundAloneSetting,
  refundLimitSetting,
  requestTimers,
  rulesSetting,
  showsSealedWork,
  writerDirectory,
} from "../modules/orders/index.server.ts";
import {
  bankSetting,
  methodsFor,
  paymentEventHandlers,
  paymentFilePolicies,
  paymentGauges,
  paymentJobs,
  payoutSetting,
  payoutTimers,
  providersPort,
  repeatFromSetting,
  sandboxPort,
  secondAdminSetting,
  shareSetting,
  shortfallSetting,
  taxSetting,
} from "../modules/payments/index.server.ts";
import {
  begunOrder,
  lawSetting,
  leadSetting,
  pricePageValues,
  pricingSetting,
  publishTimer,
  quoteSetting,
  shopSetting,
} from "../modules/pricing/index.server.ts";
import { privacyTimers, retentionJobs, retentionPageValues } from "../modules/privacy/index.server.ts";
import {
  applicationFilePolicy,
  applicationsSetting,
  estimateSetting,
  gradesSetting,
  writerDirectoryOfRuntime,
  writingEventHandlers,
} from "../modules/writing/index.server.ts";
import { backupSetting } from "../platform/backups/plan.ts";
import { diskJob } from "../platform/disk-days.ts";
import type { EventHandler } from "../platform/events.ts";
import type { GaugeSource } from "../platform/gauges.ts";
import type { JobKind } from "../platform/jobs.ts";
import type { TopicKind } from "../platform/live/topics.ts";
import { mailTextsSetting } from "../platform/mail/own-text.ts";
import { mailer } from "../platform/mail/port.ts";
import { mailJob } from "../platform/mail/send-due-mails.ts";
import { retentionSetting } from "../platform/retention.ts";
import type { Port, Runtime } from "../platform/runtime.ts";
import type { Setting } from "../platform/settings.ts";
import { reportUnknownTimers, type TimerKind } from "../platform/timers.ts";
import { seedDemo } from "./demo-data.ts";
import { noticeSources } from "./mails.ts";

/** What the modules plug into the runtime, in one place: event handlers, timers, jobs, adapters, demo data. */
export const eventHandlers: readonly EventHandler[] = [
  ...orderEventHandlers,
  ...paymentEventHandlers,
  ...writingEventHandlers,
  ...chatEventHandlers,
  ...noticeEventHandlers(noticeSources),
  chatDigestHandler,
  threadDigestHandler,
  ...webhookEventHandlers,
];

export const timerKinds: readonly TimerKind[] = [
  ...orderTimers,
  ...heldRefundTimers,
  ...requestTimers,
  ...privacyTimers,
  ...payoutTimers,
  publishTimer,
  plannedPageTimer,
  tellClientsTimer,
  heldMessageTimer,
  appealTimer,
  factorRemovalTimer,
  unansweredReportTimer,
  ...digestTimers(noticeSources),
  adminChatTimer(noticeSources),
];

/** What pages may follow live. */
export const topicKinds: readonly TopicKind[] = [...chatTopics, ...noticeTopics, ...orderTopics, ...changedTopics];

export const jobKinds: readonly JobKind[] = [
  mailJob({ shopOf: mailShop, askedKinds: askedMailKinds }),
  ...retentionJobs,
  ...paymentJobs,
  ...fileJobs,
  reportUnknownTimers(timerKinds),
  webhookJob,
  backupJob,
  diskJob,
];

/** What `/metrics` reads from the database. */
export const gaugeSources: readonly GaugeSource[] = [workQueues, ...paymentGauges];

/** Demo data, in this order, at the first start of a demo installation. */
export const demoSeeds: readonly ((runtime: Runtime) => Promise<unknown>)[] = [seedDemo];

type Plug = readonly [Port<unknown>, unknown];
const plug = <T>(key: Port<T>, value: T): Plug => [key, value];

/** The adapters of this runtime, chosen by its configuration and mode. */
export const portsFor = (runtime: Runtime): readonly Plug[] => {
  const payments = openPayments(runtime);
  return [
    plug(providersPort, payments.providers),
    plug(sandboxPort, payments.sandbox),
    plug(mailer, openMailer(runtime.config, runtime.mode)),
    plug(authPort, openAuth(runtime)),
    plug(begunOrderPort, begunOrder),
    plug(sealedWorkPort, showsSealedWork),
    plug(ownOrderPort, ownsOrder),
    plug(pageValuesPort, [orderPageValues, pricePageValues, chatPageValues, protectionPageValues, retentionPageValues]),
    plug(writerDirectory, writerDirectoryOfRuntime),
    plug(payablePort, async (asked) => (await methodsFor(asked, { test: asked.config.paymentsSandbox })).length > 0),
    plug(storagePort, openStorage(runtime.config)),
    plug(scannerPort, runtime.config.clamdUrl ? openClamd(runtime.config.clamdUrl) : null),
    plug(workPort, fileWork()),
    plug(checkerPort, checkerWork(runtime.config.home)),
    plug(filePoliciesPort, [
      ...orderFilePolicies,
      ...paymentFilePolicies,
      chatFilePolicy,
      threadFilePolicy,
      applicationFilePolicy,
      threatFilePolicy,
    ]),
  ];
};

type Listed = Pick<Setting<unknown>, "key" | "meaning" | "default">;

/** Every setting an admin may edit: printed into docs/settings.md. */
export const allSettings: readonly Listed[] = [
  siteSetting,
  brandSetting,
  menuSetting,
  mailTextsSetting,
  servicesSetting,
  ...textPages.map(({ setting }) => setting),
  ownPagesSetting,
  pricingSetting,
  lawSetting,
  leadSetting,
  quoteSetting,
  shopSetting,
  lifeSetting,
  rulesSetting,
  orderLimitsSetting,
  quoteTextsSetting,
  protectionSetting,
  shareSetting,
  gradesSetting,
  estimateSetting,
  applicationsSetting,
  taxSetting,
  bankSetting,
  repeatFromSetting,
  shortfallSetting,
  secondAdminSetting,
  refundLimitSetting,
  refundAloneSetting,
  payoutSetting,
  chatSetting,
  enquirySetting,
  serviceSetting,
  threadSetting,
  filesSetting,
  retentionSetting,
  backupSetting,
  embedSetting,
];
