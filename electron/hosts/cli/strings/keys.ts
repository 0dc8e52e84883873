/** Words of `cleartake keys`. */

export const KEYS = {
  columns: ['Label', 'Id', 'Prefix', 'Role', 'Status', 'Scopes', 'Created', 'Rotated'],
  rotated: (name: string) => `${name} has a new secret, shown only now. The old one has stopped working.`,
  created: (name: string, id: string) => `${name} (${id}) was created. Its secret is shown only now.`,
  revoked: (name: string) => `${name} is revoked. It can’t be used again.`,
} as const;

export const KEYS_HELP = {
  command: 'manage the API keys of an account, at any service',
  list: 'list the keys of the account, without their secrets',
  rotate: 'give a scoped key a new secret, printed once; the old one stops working at once',
  create: 'create a key at a Cleartake service; its secret is printed once',
  revoke: 'stop a key of a Cleartake service for good',
  connection: 'a connection of the desk; its stored admin key is used, or its own',
  baseUrl: 'a service by address',
  header: 'header that carries the key, for --base-url',
  keyStdin: 'read the admin key from standard input; without it, from CLEARTAKE_ADMIN_KEY',
  keyFile: 'read the admin key from the first line of a file',
  role: 'what the key may be',
  scope: 'a permission of the key; repeat it for more (default: read and write)',
} as const;
