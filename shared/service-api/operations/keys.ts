/** Calls on the keys of the caller's own account (service specification, "POST /v1/api_keys/list" and "…/rotate"). */

import { z } from 'zod';
import { keyMetadata, keyWithSecret } from '../key-metadata.ts';
import { defineOperation } from '../operation.ts';

export const listKeys = defineOperation({
  path: '/v1/api_keys/list',
  summary: 'List the API keys of the account that the calling admin key belongs to, oldest first.',
  needs: ['admin', 'keys:read'],
  body: z.object({}),
  answer: z.object({ keys: z.array(keyMetadata) }),
  refusals: { 400: 'Invalid JSON body.' },
  fault: 'The keys could not be listed.',
});

export const rotateKey = defineOperation({
  path: '/v1/api_keys/rotate',
  summary: "Give a scoped key a new secret. The old secret stops working at once; the key's status does not change.",
  needs: ['admin', 'keys:write'],
  body: z.object({ keyId: z.string().min(1).max(200) }),
  answer: keyWithSecret,
  refusals: {
    400: 'Invalid JSON body, or keyId missing.',
    403: {
      adminKey: 'The target is an admin key.',
      widerKey: 'The target has permissions that the calling key lacks.',
    },
    404: { '': 'Target key not found.', keyRevoked: 'The target key is revoked.' },
  },
  fault: 'The key could not be rotated.',
});
