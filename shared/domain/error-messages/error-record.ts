/** The schema of error records: they come from other processes and from the store, and are shown to people. */

import { z } from 'zod';
import type { ErrorRecord } from '../errors.ts';
import type { Message } from './message.ts';
import { ERROR_CODES, type ErrorCode } from './table.ts';

/**
 * A message in parts, for clients that show commands instead of buttons, or lay out the parts by themselves. Missing where it is the
 * message of its code (shared/domain/error-messages).
 */
export const messageSchema = z.object({
  what: z.string(),
  safe: z.string().exactOptional(),
  next: z.union([z.string(), z.object({ desk: z.string(), terminal: z.string() })]).exactOptional(),
  reason: z.string().exactOptional(),
}) satisfies z.ZodType<Message, unknown>;

export const errorRecordSchema = z.object({
  code: z.enum(ERROR_CODES as [ErrorCode, ...ErrorCode[]]),
  userMessage: z.string(),
  parts: messageSchema.exactOptional(),
  retryable: z.boolean(),
  detail: z.string().exactOptional(),
  retryAfterMs: z.number().exactOptional(),
}) satisfies z.ZodType<ErrorRecord, unknown>;
