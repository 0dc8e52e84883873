/** Words of `cleartake keys`. */

import { countOf } from '../../../../shared/domain/units.ts';

export const KEYS = {
  columns: ['Label', 'Id', 'Prefix', 'Role', 'Status', 'Scopes', 'Created', 'Rotated'],
  rotated: (name: string) =>
    `${name} has a new secret, shown only now. The old one has stopped working: give programs that used it the new one.`,
  created: (name: string, id: string) => `${name} (${id}) was created. Its secret is shown only now.`,
  revoked: (name: string) => `${name} is revoked. It can’t be used again.`,
  revokeNeedsYes: (wanted: string) =>
    `This stops the key ${wanted} for good: programs that use it stop working at once. Its projects, results and webhook endpoints stay. Add --yes to do it, or stop it for a while with \`cleartake keys deactivate\`.`,
  activated: (name: string) => `${name} works again.`,
  deactivated: (name: string) => `${name} has stopped working. Activate it again with \`cleartake keys activate\`.`,
  limited: (name: string, calls: number | null) =>
    calls === null
      ? `${name} may make as many calls as the plan allows.`
      : `${name} may make ${countOf(calls, 'call')} a minute.`,
} as const;

export const KEYS_HELP = {
  command: 'manage the API keys of an account, at any service',
  list: 'list the keys of the account, without their secrets',
  rotate: 'give a scoped key a new secret, printed once; the old one stops working at once',
  create: 'create a key at a Cleartake service; its secret is printed once',
  revoke: 'stop a key of a Cleartake service for good',
  yes: 'revoke it: programs that use it stop working at once',
  key: 'the key: its id, or its label or prefix if only one key has that',
  activate: 'let a key of a Cleartake service work again',
  deactivate: 'stop a key of a Cleartake service until it is activated again',
  limit: 'limit how many calls a minute a key of a Cleartake service may make; “none” for what the plan allows',
  connection: 'a connection of the desk; its stored admin key is used, or its own',
  baseUrl: 'a service by address',
  header: 'header that carries the key, for --base-url',
  keyStdin: 'read the admin key from standard input; without it, from CLEARTAKE_ADMIN_KEY',
  keyFile: 'read the admin key from the first line of a file',
  role: 'what the key may be',
  user: 'for another account, by its id, as the service’s owner',
  scope: 'a permission of the key; repeat it for more (default: read and write)',
} as const;
