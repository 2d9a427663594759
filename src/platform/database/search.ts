import { and, type Column, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import { type SearchMatch, searchParts } from "#src/shared/search.ts";
import { plainReference } from "#src/shared/typed-values.ts";

/**
 * The text by which rows of a table are searched: its column `search`, which PostgreSQL itself makes of others
 * (`platform.searchable`, a generated column with a trigram index). It is no column for Drizzle, so that no select reads it.
 */
export const searchColumn = (table: SQLWrapper): SQL => sql`${table}.search`;

/** The same of columns that are searched together in few rows, without an index. */
export const searchableText = (...columns: Column[]): SQL =>
  sql`platform.searchable(${sql.join(columns, sql` || ' ' || `)})`;

/** Where a list is searched (shared/search.ts), for the input of a query. */
export const searchMatch = z.enum(["beginnings", "anywhere"] satisfies SearchMatch[]).default("anywhere");

/** The patterns of which a searchable text fits each one; null: every text does; empty: none does. */
export const searchPatterns = (search: string, match?: SearchMatch): readonly string[] | null =>
  searchParts(search, match)?.map((part) => `%${part}%`) ?? null;

/** Rows whose searchable text a search finds (shared/search.ts); undefined where nothing was typed. */
export const searched = (text: SQL, search: string, match?: SearchMatch): SQL | undefined => {
  const patterns = searchPatterns(search, match);
  return patterns === null ? undefined : (and(...patterns.map((one) => sql`${text} like ${one}`)) ?? sql`false`);
};

/** A reference of a bank or a provider as it is compared: its letters and digits, in capitals; an index of the table has it. */
export const referenceForm = (column: SQLWrapper): SQL => sql`platform.plain_reference(${column})`;

/** Rows whose reference is this one, however it is spelled. */
export const referenceIs = (column: SQLWrapper, typed: string): SQL =>
  sql`${referenceForm(column)} = ${plainReference(typed)}`;
