/** Permissions (service specification, "Authentication", rule 3), and the scopes that grant them. */

export const PERMISSIONS = [
  'admin',
  'read',
  'write',
  'keys:read',
  'keys:write',
  'webhooks:read',
  'webhooks:write',
  'projects:read',
  'projects:write',
  'generations:read',
  'generations:write',
] as const;
/** What an operation requires. */
export type Permission = (typeof PERMISSIONS)[number];

/** What a key can be granted: a permission, or everything in an area. */
export const SCOPES = [...PERMISSIONS, 'keys:*', 'webhooks:*', 'projects:*', 'generations:*'] as const;
export type Scope = (typeof SCOPES)[number];

/** `read` and `write` cover only projects and generations: keys and webhooks have to be named. */
const COVERED_BY_READ_AND_WRITE = ['projects', 'generations'];

/** Whether scopes include another scope, so that their key may grant it. */
export function covers(scopes: readonly string[], scope: Scope): boolean {
  const area = scope.endsWith('*') ? scope.slice(0, -1) : null;
  const covered = PERMISSIONS.filter((permission) =>
    area === null ? permission === scope : permission.startsWith(area),
  );
  return covered.every((permission) => allows(scopes, permission));
}

/** Whether scopes grant a permission. `admin` grants nothing else: operations name what they need besides it. */
export function allows(scopes: readonly string[], needed: Permission): boolean {
  const [area = '', act = ''] = needed.split(':');
  if (scopes.includes(needed)) return true;
  if (act === '') return false;
  return scopes.includes(`${area}:*`) || (COVERED_BY_READ_AND_WRITE.includes(area) && scopes.includes(act));
}
