export {
  changedLinks,
  familyAddress,
  isServiceAddress,
  orderedName,
  printed,
  printedLine,
  serviceAt,
  serviceNamed,
  servicesNow,
} from "./edited/services-now.ts";
export { type Forward, type ServiceSource, type StoredServices, servicesSetting } from "./edited/services-setting.ts";
export {
  blankSource,
  differences,
  inOrder,
  isShippedService,
  type ServiceNow,
  servicesOf,
  shippedSources,
  sourcesOf,
} from "./edited/sources.ts";
