/** Portal calls on users and their keys: extras of the local service. */

import { z } from 'zod';
import { KEY_ROLES, keyWithSecret, MOST_CALLS_PER_MINUTE, portalKey, resourceBounds } from '../key-metadata.ts';
import { type Conditions, defineOperation } from '../operation.ts';
import { SCOPES } from '../permissions.ts';

const identifier = z.string().min(1).max(200);
/** Names and labels appear in terminals and logs, which interpret control characters. */
const printable = z
  .string()
  .trim()
  .min(1)
  .regex(/^\P{Cc}*$/u);
const user = z.object({
  userId: z.string(),
  name: z.string(),
  tier: z.enum(['free', 'developer']),
  operator: z.boolean().describe('Whether the user runs the service: its admin keys reach every account.'),
  createdAt: z.iso.datetime(),
});
const ofUser = identifier.optional().describe("Another account, for operators; the caller's own without it.");

export const createUser = defineOperation({
  path: '/portal/users/create',
  summary: 'Create a user with an account of its own. For operators.',
  needs: ['admin'],
  body: z.object({
    name: printable.max(100),
    tier: z.enum(['free', 'developer']).default('free'),
    billingCountry: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional()
      .describe('Two capital letters (ISO 3166-1).'),
  }),
  answer: user,
  refusals: {
    400: 'Invalid JSON body, or a field is missing or not valid.',
    403: { operatorRequired: 'The caller is no operator.' },
    409: { nameTaken: 'The name is taken.' },
  },
  fault: 'The user could not be created.',
});

export const listUsers = defineOperation({
  path: '/portal/users/list',
  summary: "List users: all of them for operators, otherwise the caller's own.",
  needs: ['admin'],
  body: z.object({}),
  answer: z.object({ users: z.array(user) }),
  refusals: { 400: 'Invalid JSON body.' },
  fault: 'The users could not be listed.',
});

const callsPerMinute = z
  .number()
  .int()
  .min(1)
  .max(MOST_CALLS_PER_MINUTE)
  .nullable()
  .describe('Calls a minute; null for what the plan allows. More than that only operators give.');

export const createKey = defineOperation({
  path: '/portal/keys/create',
  summary: 'Create an API key. Only this answer contains its secret.',
  needs: ['admin'],
  body: z.object({
    userId: ofUser,
    label: printable.max(200),
    role: z.enum(KEY_ROLES),
    scopes: z
      .array(z.enum(SCOPES))
      .max(SCOPES.length)
      .describe("`admin` is for keys of role admin alone. None beyond the caller's own, but for operators."),
    resourceBounds: resourceBounds.default({}),
    status: z.enum(['active', 'inactive']).default('active'),
    callsPerMinute: callsPerMinute.default(null),
  }),
  answer: keyWithSecret.extend(portalKey.shape),
  refusals: {
    400: 'Invalid JSON body; a field is missing or not valid; an unknown scope or bound; the scope admin on a scoped key; bounds on an admin key.',
    403: 'The caller is no operator, and lacks a scope that it would give or gives more calls than its plan has.',
    404: 'User not found.',
    409: { tooManyKeys: 'The account has as many keys as it may have.' },
  },
  fault: 'The key could not be created.',
});

export const listAccountKeys = defineOperation({
  path: '/portal/keys/list',
  summary: 'List the API keys of an account, oldest first.',
  needs: ['admin'],
  body: z.object({ userId: ofUser }),
  answer: z.object({ keys: z.array(portalKey) }),
  refusals: { 400: 'Invalid JSON body.', 404: 'User not found.' },
  fault: 'The keys could not be listed.',
});

function changeStatus(verb: string, summary: string, conflict: Conditions) {
  return defineOperation({
    path: `/portal/keys/${verb}`,
    summary,
    needs: ['admin'],
    body: z.object({ keyId: identifier }),
    answer: portalKey,
    refusals: { 400: 'Invalid JSON body, or keyId missing.', 404: 'Key not found.', 409: conflict },
    fault: 'The status of the key could not be changed.',
  });
}

export const activateKey = changeStatus('activate', 'Let a key authenticate again.', {
  keyRevoked: 'The key is revoked.',
});
const needed = { ownKey: "The key is the caller's own.", builtInKey: "The key is the built-in account's." };
export const deactivateKey = changeStatus('deactivate', 'Stop a key from authenticating until it is activated again.', {
  ...needed,
  keyRevoked: 'The key is revoked.',
});
export const revokeKey = changeStatus('revoke', 'Stop a key from authenticating for good.', needed);

export const limitKey = defineOperation({
  path: '/portal/keys/limit',
  summary: "Set a key's own rate limit, or return to that of the plan.",
  needs: ['admin'],
  body: z.object({ keyId: identifier, callsPerMinute }),
  answer: portalKey,
  refusals: {
    400: 'Invalid JSON body, or a field is missing or not valid.',
    403: 'The caller is no operator and gives more calls than its plan has.',
    404: 'Key not found.',
  },
  fault: 'The limit of the key could not be changed.',
});
