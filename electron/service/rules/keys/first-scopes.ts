/** What the first keys of a data folder may do. */

import { PERMISSIONS, type Scope } from '../../../../shared/service-api/permissions.ts';

export const ADMIN_SCOPES: readonly Scope[] = PERMISSIONS;

/** `read` is what sending test events needs, for the key's own endpoints. */
export const CHILD_SCOPES: readonly Scope[] = [
  'read',
  'projects:read',
  'projects:write',
  'generations:read',
  'generations:write',
];
