/** What the page knows beside the queue: the connection to the host, the host itself, the preset, the connections. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ConnectionView } from '../../shared/contract/connections.ts';
import type { Notice, SystemInfo } from '../../shared/contract/system.ts';
import type { JobView } from '../../shared/contract/views.ts';
import type { BatchPreset } from '../../shared/domain/batch-preset.ts';
import type { LinkStatus } from '../bridge/desk-link.ts';

export interface SessionState {
  readonly link: LinkStatus;
  readonly everConnected: boolean;
  readonly info: SystemInfo | null;
  readonly preset: BatchPreset | null;
  /** The next Start restores, and pays, again what has a result already. */
  readonly restoresAgain: boolean;
  readonly connections: readonly ConnectionView[];
  /** What the person should know once, oldest first. */
  readonly notices: readonly Notice[];
  /** How keys are kept on this computer, in a sentence. */
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
    restoresAgain: false,
    connections: [],
    notices: [],
    vaultSentence: '',
    vaultKind: 'keychain',
  }));
}

/** The preset as the next Start uses it. */
export function presetForStart({ preset, restoresAgain }: SessionState): BatchPreset | null {
  return preset !== null && restoresAgain ? { ...preset, reuse: false } : preset;
}

/** Whether recordings are copies in the library: what was wrong with a file stays wrong with its copy. */
export function holdsCopies(state: SessionState): boolean {
  return state.info?.host === 'browser';
}

/** The connection of a job. Names tell nothing of it: several connections may have the same. */
export function connectionOf(
  { connections }: Pick<SessionState, 'connections'>,
  { connectionId }: Pick<JobView, 'connectionId'>,
): ConnectionView | undefined {
  return connections.find((connection) => connection.id === connectionId);
}

/** What a connection is called where it has to be told from all others: by its address too where its name is not its own. */
export function distinctName(
  { connections }: Pick<SessionState, 'connections'>,
  { id, name, baseUrl }: Pick<ConnectionView, 'id' | 'name' | 'baseUrl'>,
): string {
  const isShared = connections.some((other) => other.name === name && other.id !== id);
  return isShared && baseUrl !== null ? `${name} · ${baseUrl}` : name;
}

/** What is wrong with the key of a connection: nothing is sent over it until one is entered that serves. */
export type KeyProblem = 'missing' | 'refused';

export function keyProblem({ hasKey, parked }: Pick<ConnectionView, 'hasKey' | 'parked'>): KeyProblem | null {
  if (!hasKey) return 'missing';
  return parked?.code === 'keyRefused' ? 'refused' : null;
}

/** Whether nothing is started over a connection until its billing is fixed. */
export function isStoppedByBilling({ parked }: Pick<ConnectionView, 'parked'>): boolean {
  return parked !== null && parked.code !== 'keyMissing' && parked.code !== 'keyRefused';
}

/** The connection that recordings added from now on use. */
export function chosenConnection(state: SessionState): ConnectionView | null {
  return state.connections.find((connection) => connection.chosen) ?? state.connections[0] ?? null;
}
