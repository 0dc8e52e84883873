/** Which room may import which, and the floors inside the rooms: the table behind the layer test and `npm run house`. */

import type { Floors } from '../../../build/house/floors.ts';

export interface Room {
  /** Path prefix of the room. The longest prefix that fits a file wins. */
  readonly folder: string;
  /** Prefixes of files that it may import. Its own folder is always among them. */
  readonly mayImport: readonly string[];
  /** Whether `node:*` and Node's globals are its business. */
  readonly node: boolean;
  /** The one file that other rooms import. Missing: any of them. */
  readonly front?: string;
}

const BELOW_HOSTS = ['electron/core', 'electron/platform', 'shared'];
const COMMON = ['electron/hosts/common', ...BELOW_HOSTS];

export const ROOMS: readonly Room[] = [
  { folder: 'shared', mayImport: [], node: false },
  { folder: 'electron/platform', mayImport: ['shared'], node: true },
  {
    folder: 'electron/audio',
    mayImport: ['shared', 'electron/platform'],
    node: true,
    front: 'electron/audio/engine.ts',
  },
  {
    folder: 'electron/service',
    mayImport: ['shared', 'electron/platform'],
    node: true,
    front: 'electron/service/service.ts',
  },
  { folder: 'electron/core', mayImport: ['shared', 'electron/platform'], node: true },
  { folder: 'electron/hosts/common', mayImport: BELOW_HOSTS, node: true },
  { folder: 'electron/hosts/desktop', mayImport: COMMON, node: true },
  { folder: 'electron/hosts/browser', mayImport: COMMON, node: true },
  // The `engine` and `service` commands run those programs alone, without a desk.
  { folder: 'electron/hosts/cli', mayImport: [...COMMON, 'electron/audio', 'electron/service'], node: true },
  { folder: 'renderer', mayImport: ['shared'], node: false },
];

/**
 * The order inside the rooms, lowest floor first. Every file and folder directly under a room's folder stands on one floor. A file imports
 * its own shelf and the floors below it; type-only imports count.
 */
export const FLOORS: readonly Floors[] = [
  { folder: 'shared', floors: [['domain'], ['engine-api', 'service-api'], ['contract']] },
  {
    folder: 'shared/domain',
    floors: [
      [
        'about',
        'listening',
        'media-types.ts',
        'models.ts',
        'name-order.ts',
        'queue-order.ts',
        'tracks',
        'units.ts',
        'updates.ts',
      ],
      ['export', 'money.ts', 'own-models'],
      ['care', 'costs', 'error-messages', 'left-out.ts', 'naming', 'preferences.ts'],
      ['batch', 'connections', 'errors.ts'],
      ['generation-state.ts', 'integrity', 'quality'],
      ['job-state.ts'],
      ['history'],
    ],
  },
  {
    folder: 'shared/service-api',
    floors: [
      [
        'account-answers.ts',
        'answers.ts',
        'audit-actions.ts',
        'bodies.ts',
        'key-metadata.ts',
        'permissions.ts',
        'routes.ts',
      ],
      ['operation.ts', 'rehearsal.ts', 'webhooks.ts'],
      ['operations', 'service-process.ts'],
      ['documented-errors.ts'],
    ],
  },
  {
    folder: 'shared/contract',
    floors: [
      ['page', 'refusals.ts', 'views.ts'],
      [
        'account',
        'care.ts',
        'connections.ts',
        'costs.ts',
        'listening',
        'models.ts',
        'outputs.ts',
        'queue',
        'system.ts',
        'watch-folders.ts',
      ],
      ['history.ts', 'tables.ts'],
      ['index.ts'],
    ],
  },
  {
    folder: 'electron/core',
    floors: [
      ['strings.ts'],
      ['checkpoints.ts', 'store', 'vault'],
      ['api'],
      ['ports.ts'],
      ['connections', 'engine'],
      ['library'],
      ['queue'],
      ['recovery'],
      ['calls'],
      ['features'],
      ['reading', 'desk-surface.ts'],
      ['desk.ts'],
    ],
  },
  {
    folder: 'electron/core/features',
    floors: [['connections', 'costs', 'data', 'desk', 'history', 'listen', 'models', 'settings', 'watch-folders']],
  },
  {
    folder: 'electron/core/store',
    floors: [
      ['migrations', 'schema'],
      ['schema.ts'],
      ['space', 'statements'],
      ['start-journal', 'costs'],
      ['tables'],
      ['open-store.ts'],
      ['open-to-read.ts', 'history-index'],
    ],
  },
  {
    folder: 'electron/core/api',
    floors: [
      ['addresses.ts', 'billing-words.ts', 'listings.ts', 'network.ts'],
      ['failures.ts'],
      ['http.ts'],
      ['account-calls.ts', 'transfers'],
      ['portal.ts'],
      ['service-client.ts'],
      ['result-address.ts'],
    ],
  },
  {
    folder: 'electron/core/library',
    floors: [
      [
        'managed-copies.ts',
        'originals.ts',
        'paths.ts',
        'presets',
        'result-bounds.ts',
        'result-copies.ts',
        'take-ids.ts',
        'unchanged.ts',
      ],
      ['made-copies.ts', 'probe-output.ts', 'probe-parts.ts'],
      ['export', 'import', 'sources'],
      ['joining', 'keeping', 'table-files.ts'],
      ['save-as'],
    ],
  },
  {
    folder: 'electron/core/queue',
    floors: [
      ['parts', 'retry-policy.ts'],
      ['billing-gate', 'order.ts', 'removal.ts', 'scheduling'],
      ['estimates', 'plan.ts'],
      ['money'],
      ['earlier'],
      ['admission.ts', 'runner.ts'],
      ['excerpts', 'importing.ts', 'review', 'sending', 'start'],
      ['changes', 'paid-repeats.ts', 'run', 'stages'],
      ['abandoned', 'attention', 'download-again.ts', 'pausing', 'run-job.ts'],
      ['views'],
      ['actions.ts'],
      ['joining', 'open-queue.ts'],
    ],
  },
  {
    folder: 'electron/service',
    floors: [
      ['backup.ts', 'configuration.ts', 'data-folder.ts', 'migrations', 'rules'],
      ['rehearsal', 'storage', 'store'],
      ['auth'],
      ['work'],
      ['http'],
      ['service.ts'],
      ['entry.ts'],
    ],
  },
  {
    folder: 'electron/service/store',
    floors: [
      ['records.ts', 'recovery', 'store-away.ts'],
      ['billing-port.ts', 'webhook-port.ts'],
      ['store.ts', 'account-rows.ts', 'delivery-rows.ts'],
      ['sqlite', 'postgres'],
      ['open-store.ts'],
    ],
  },
  {
    folder: 'electron/service/store/sqlite',
    floors: [['schema'], ['database.ts'], ['accounts'], ['billing', 'webhooks'], ['projects'], ['sqlite-store.ts']],
  },
  {
    folder: 'electron/service/store/postgres',
    floors: [
      ['migrations', 'schema'],
      ['connection'],
      ['accounts'],
      ['billing', 'webhooks'],
      ['projects'],
      ['postgres-store.ts'],
    ],
  },
  {
    folder: 'electron/audio',
    floors: [
      ['dsp', 'small-heap.ts', 'strings.ts'],
      ['media'],
      ['input', 'measures', 'output'],
      ['chains'],
      ['export', 'passes'],
      ['integrity'],
      ['engine.ts'],
      ['entry.ts'],
    ],
  },
  {
    folder: 'electron/hosts/cli',
    floors: [
      ['exit-status.ts'],
      ['output'],
      ['access', 'termination.ts'],
      ['reports'],
      ['syntax', 'work'],
      ['commands'],
      ['program'],
      ['main.ts'],
    ],
  },
  { folder: 'renderer', floors: [['bridge'], ['state'], ['components'], ['features'], ['app']] },
  {
    folder: 'renderer/features',
    floors: [['connections', 'costs', 'desk', 'drop', 'history', 'listen', 'settings', 'watch-folders']],
  },
];

/** Packages with one owner each: a path prefix or a file. */
export const OWNERS: Readonly<Record<string, readonly string[]>> = {
  electron: ['electron/hosts/desktop'],
  'better-sqlite3': ['electron/platform/sqlite.ts'],
  'node-av': ['electron/audio/media'],
  pg: ['electron/service/store/postgres'],
  chokidar: ['electron/platform/files/watch-tree.ts'],
  undici: ['electron/core/api', 'electron/platform/network', 'electron/service/work/webhooks'],
  'electron-updater': ['electron/hosts/desktop/updates'],
  '@aws-sdk/client-s3': ['electron/service/storage/s3'],
  '@aws-sdk/s3-request-presigner': ['electron/service/storage/s3'],
  '@napi-rs/keyring': ['electron/hosts/common/vault/keyring-entry.ts'],
};

/** Names imported from `electron` with one owner each. */
export const ELECTRON_NAMES: Readonly<Record<string, string>> = {
  ipcMain: 'electron/hosts/desktop/ipc.ts',
  safeStorage: 'electron/hosts/desktop/vault/keychain.ts',
};

/** Globals that arrive as arguments below the hosts. Entries of helper processes and the system clock are where they come from. */
export const AMBIENT = /\b(Date\.now\(|process\.env\b|Math\.random\()/;
export const AMBIENT_OWNERS = [
  'electron/hosts',
  'electron/audio/entry.ts',
  'electron/service/entry.ts',
  'electron/platform/time/clock.ts',
];

/** What writes to a terminal: in the command line, one folder alone, which makes words from outside harmless. */
export const STREAMS = /\b(stdout|stderr|console)\b|from '(node:)?(process|tty)'/;
export const STREAM_USERS = 'electron/hosts/cli';
export const STREAM_OWNER = 'electron/hosts/cli/output';

export const LONGEST_FILE_LINES = 400;
