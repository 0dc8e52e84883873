/** What the page knows besides the queue: link, host, preset, connections, notices and key storage. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ConnectionView } from '../../shared/contract/connections.ts';
import type { QuoteView } from '../../shared/contract/queue/queue.ts';
import type { Notice, SystemInfo } from '../../shared/contract/system.ts';
import type { JobView } from '../../shared/contract/views.ts';
import type { WatchFolderView } from '../../shared/contract/watch-folders.ts';
import type { BatchPreset } from '../../shared/domain/batch/batch-preset.ts';
import { isEdited, type NamedPreset } from '../../shared/domain/batch/presets.ts';
import type { ModelId } from '../../shared/domain/models.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '../../shared/domain/preferences.ts';
import type { LinkStatus } from '../bridge/desk-link.ts';
import type { Pricing } from './rows/job-cost.ts';

export interface SessionState {
  readonly link: LinkStatus;
  readonly everConnected: boolean;
  readonly info: SystemInfo | null;
  /** The settings of recordings that wait for Start, apart from their own. */
  readonly preset: BatchPreset | null;
  /** Those that come with Cleartake first. */
  readonly presets: readonly NamedPreset[];
  /** The preset that was chosen last; null after it was deleted. */
  readonly chosenPresetId: string | null;
  readonly defaultPresetId: string | null;
  /** Grows when this page changes settings or connections of rows: the quote for Start is then another one. */
  readonly rowChanges: number;
  readonly preferences: Preferences;
  /** The next Start restores, and pays for, recordings that already have a result. */
  readonly restoresAgain: boolean;
  /** By job that waits for Start: the models whose earlier results are used, as the last quote found them. */
  readonly reused: ReadonlyMap<string, readonly ModelId[]>;
  /** By job that waits for Start: the file with the same content whose result it will take. */
  readonly twins: ReadonlyMap<string, NonNullable<QuoteView['reused'][number]['sameAs']>>;
  /** Most that the next Start may cost, in micro-USD; null for no cap. */
  readonly nextCap: number | null;
  readonly connections: readonly ConnectionView[];
  readonly watchFolders: readonly WatchFolderView[];
  /** Oldest first. */
  readonly notices: readonly Notice[];
  /** How this computer stores keys, in a sentence. */
  readonly vaultSentence: string;
  /** Whether keys outlive this run. */
  readonly vaultKind: 'keychain' | 'file' | 'memory';
}

export type SessionStore = StoreApi<SessionState>;

export function createSessionStore(): SessionStore {
  return createStore<SessionState>(() => ({
    link: { kind: 'connecting' },
    everConnected: false,
    info: null,
    preset: null,
    presets: [],
    chosenPresetId: null,
    defaultPresetId: null,
    rowChanges: 0,
    preferences: DEFAULT_PREFERENCES,
    restoresAgain: false,
    reused: new Map(),
    twins: new Map(),
    nextCap: null,
    connections: [],
    watchFolders: [],
    notices: [],
    vaultSentence: '',
    vaultKind: 'keychain',
  }));
}

/** The preset that was chosen last; null after it was deleted. */
export function chosenPreset({ presets, chosenPresetId }: SessionState): NamedPreset | null {
  return presets.find(({ id }) => id === chosenPresetId) ?? null;
}

/** Whether the present settings differ from those that the chosen preset keeps. */
export function isPresetEdited(state: SessionState): boolean {
  const chosen = chosenPreset(state);
  return chosen !== null && state.preset !== null && isEdited(chosen, state.preset);
}

/** Whether recordings are copies in the library: a retry can't see a repaired file. */
export function holdsCopies(state: SessionState): boolean {
  return state.info?.host === 'browser';
}

/** The connection of a job, found by id: names aren't unique. */
export function connectionOf(
  { connections }: Pick<SessionState, 'connections'>,
  { connectionId }: Pick<JobView, 'connectionId'>,
): ConnectionView | undefined {
  return connections.find((connection) => connection.id === connectionId);
}

/** The connection's name, with its address if another connection has the same name. */
export function distinctName(
  { connections }: Pick<SessionState, 'connections'>,
  { id, name, baseUrl }: Pick<ConnectionView, 'id' | 'name' | 'baseUrl'>,
): string {
  const isShared = connections.some((other) => other.name === name && other.id !== id);
  return isShared && baseUrl !== null ? `${name} · ${baseUrl}` : name;
}

/** What is wrong with a connection's key. Nothing is sent until a working key is entered. */
export type KeyProblem = 'missing' | 'refused';

export function keyProblem({ hasKey, parked }: Pick<ConnectionView, 'hasKey' | 'parked'>): KeyProblem | null {
  if (!hasKey) return 'missing';
  return parked?.code === 'keyRefused' ? 'refused' : null;
}

/** Whether billing blocks the connection. */
export function isStoppedByBilling({ parked }: Pick<ConnectionView, 'parked'>): boolean {
  return parked !== null && parked.code !== 'keyMissing' && parked.code !== 'keyRefused';
}

/** How a connection is, as far as its answers said. */
export type ConnectionHealth = 'unknown' | 'good' | 'silent' | 'held' | 'refused';

export function healthOf(connection: Pick<ConnectionView, 'hasKey' | 'isReached' | 'parked'>): ConnectionHealth {
  if (keyProblem(connection) !== null) return 'refused';
  if (connection.parked !== null) return 'held';
  if (connection.isReached === null) return 'unknown';
  return connection.isReached ? 'good' : 'silent';
}

/** The connection that new recordings use. */
export function chosenConnection(state: SessionState): ConnectionView | null {
  return state.connections.find((connection) => connection.chosen) ?? state.connections[0] ?? null;
}

let pricing: Pricing = { preset: null, connections: [], reused: new Map() };

/** What prices rows that wait for Start; the same object until a part of it changes. */
export function pricingOf({ connections, preset, reused }: SessionState): Pricing {
  const isSame = pricing.preset === preset && pricing.connections === connections && pricing.reused === reused;
  if (!isSame) pricing = { preset, connections, reused };
  return pricing;
}
