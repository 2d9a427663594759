export { apiDocs, type DocsField, type DocsOperation } from "./docs.ts";
export { descriptionHandler } from "./http.ts";
export { admitKey, mostOfKey } from "./keys/admit-key.ts";
export { removeEndpointsOf, seedDemoEndpoint } from "./webhooks/demo-endpoint.ts";
export { eventTypes } from "./webhooks/event-types.ts";
export { sweepDeliveries, webhookJob, webhookQueue } from "./webhooks/send-due.ts";
export { webhookEventHandlers } from "./webhooks/state-events.ts";
export { waitingDeliveries } from "./webhooks/waiting-deliveries.ts";
