/** What a key may be allowed (service specification, "Authentication", rule 3), and what the first keys are. */

export const PERMISSIONS = [
  'admin',
  'read',
  'keys:read',
  'keys:write',
  'webhooks:write',
  'projects:read',
  'projects:write',
  'generations:read',
  'generations:write',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const ADMIN_SCOPES: readonly Permission[] = PERMISSIONS;

/** `read` is what sending test events needs, for the key's own endpoints. */
export const CHILD_SCOPES: readonly Permission[] = [
  'read',
  'projects:read',
  'projects:write',
  'generations:read',
  'generations:write',
];
