/** The audit log of an account: an extra of the local service. */

import { z } from 'zod';
import { AUDIT_ACTIONS } from '../audit-actions.ts';
import { defineOperation } from '../operation.ts';

const identifier = z.string().min(1).max(200);

export const listAudit = defineOperation({
  path: '/portal/audit/list',
  summary: 'List the audit log of an account, newest first.',
  needs: ['admin'],
  body: z.object({
    userId: identifier.optional().describe("Another account, for operators; the caller's own without it."),
    limit: z.number().int().min(1).max(500).default(100),
    before: identifier.optional().describe('The `next` of the page before.'),
  }),
  answer: z.object({
    entries: z.array(
      z.object({
        auditId: z.string(),
        userId: z.string().describe('The account that it happened in.'),
        actorKeyId: z.string().nullable().describe('The key that did it; null for what the service did by itself.'),
        action: z.enum(AUDIT_ACTIONS),
        target: z.string().describe('Identifier of what it was done to.'),
        details: z.record(z.string(), z.unknown()),
        createdAt: z.iso.datetime(),
      }),
    ),
    next: z.string().nullable().describe('What to send as `before` for the next page; null on the last one.'),
  }),
  refusals: { 400: 'Invalid JSON body, or a field is not valid.', 404: 'User not found, or no such entry `before`.' },
  fault: 'The audit log could not be read.',
});
