import type { OrderRow } from "../storage/order-row.ts";

/** What the work is: the fields that say it, under their own names. */
export const workFields = (row: OrderRow) => ({
  service: row.service,
  serviceType: row.serviceType,
  serviceName: row.serviceName,
  title: row.title,
  instructions: row.instructions,
  subject: row.subject,
  orderType: row.orderType,
  spacing: row.spacing,
  pages: row.pages,
  citedSources: row.citedSources,
  projectSize: row.projectSize,
  projectType: row.projectType,
  course: row.course,
  software: row.software,
  difficulty: row.difficulty,
  testType: row.testType,
  academicLevel: row.academicLevel,
  citationStyle: row.citationStyle,
  languageVariant: row.languageVariant,
  checklist: row.checklist,
  tutoring: row.tutoring,
  wordCount: row.wordCount,
  attachments: row.attachments,
});
