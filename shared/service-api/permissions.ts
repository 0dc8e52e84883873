/** What a key may be allowed (service specification, "Authentication", rule 3), and which scopes allow it. */

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
/** What an operation asks for. */
export type Permission = (typeof PERMISSIONS)[number];

/** What a key can be given: each permission, and everything in an area. */
export const SCOPES = [...PERMISSIONS, 'keys:*', 'webhooks:*', 'projects:*', 'generations:*'] as const;
export type Scope = (typeof SCOPES)[number];

/** `read` and `write` reach projects and generations alone: keys and webhooks always have to be named. */
const COVERED_BY_READ_AND_WRITE = ['projects', 'generations'];

/** Whether scopes hold another scope, so that a key of theirs may hand it on. */
export function covers(scopes: readonly string[], scope: Scope): boolean {
  const area = scope.endsWith('*') ? scope.slice(0, -1) : null;
  const held = PERMISSIONS.filter((permission) => (area === null ? permission === scope : permission.startsWith(area)));
  return held.every((permission) => allows(scopes, permission));
}

/** Whether scopes allow what is asked for. `admin` allows nothing beside itself: the endpoints name what they need beside it. */
export function allows(scopes: readonly string[], needed: Permission): boolean {
  const [area = '', act = ''] = needed.split(':');
  if (scopes.includes(needed)) return true;
  if (act === '') return false;
  return scopes.includes(`${area}:*`) || (COVERED_BY_READ_AND_WRITE.includes(area) && scopes.includes(act));
}
