/** Column types with which PostgreSQL keeps and orders values exactly as SQLite does. */

import { bigint, customType } from 'drizzle-orm/pg-core';

/** PostgreSQL keeps no NUL character. It becomes what a lone surrogate becomes in UTF-8. */
export function storable(value: string): string {
  return value.replaceAll('\0', '\uFFFD');
}

/** Text in the order of its bytes, whatever the locale of the server. The first migration creates the type. */
export const exactText = customType<{ data: string; driverData: string }>({
  dataType: () => 'exact_text',
  toDriver: storable,
});

/** Bytes as they are. */
export const byteString = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** Whole numbers up to 2^53: times in milliseconds, micro-USD, bytes. The values that are summed are checked by triggers. */
export const wholeNumber = () => bigint({ mode: 'number' });

/** The order in which rows were written. Rows of one account are written one transaction after the other: see `lockAccount`. */
export const writtenOrder = () => wholeNumber().generatedAlwaysAsIdentity();
