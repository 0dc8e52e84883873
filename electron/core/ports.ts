/** What the desk needs from the outside: everything with an effect arrives here. */

import type { Files } from '../platform/files/files.ts';
import type { Log } from '../platform/log.ts';
import type { SpawnHelper } from '../platform/processes/helper-process.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { Network } from './api/network.ts';
import type { PassCheckpoint } from './checkpoints.ts';
import type { Vault } from './vault/vault.ts';

export interface DeskPorts {
  readonly clock: Clock;
  readonly files: Files;
  readonly network: Network;
  /** A number from 0 to 1, for jitter. */
  readonly random: () => number;
  /** A fresh UUID. Those made together sort together: rows come to lie side by side in every index. */
  readonly newId: () => string;
  /** `bytes` random bytes as hexadecimal text, from a cryptographic source. */
  readonly newSecret: (bytes: number) => string;
  readonly spawn: SpawnHelper;
  readonly vault: Vault;
  readonly log: Log;
  /** Told of each critical point of the work as it is passed. */
  readonly pass: PassCheckpoint;
  /** Shows a file in the file manager; absent where the host cannot. */
  readonly reveal?: (path: string) => void;
}

/** Folders and figures that a host settles before the desk opens. */
export interface DeskSettings {
  readonly version: string;
  readonly host: 'desktop' | 'browser' | 'cli';
  readonly platform: string;
  readonly filesHavePaths: boolean;
  /** Absolute; exists. */
  readonly dataDirectory: string;
  readonly samplesDirectory: string;
  readonly migrationsDirectory: string;
  readonly serviceMigrationsDirectory: string;
  /** Most jobs in any stage at the same time; 1 is one job after the other. Null for what each stage is good for. */
  readonly concurrency: number | null;
  /** First wait after a failure that may pass, in milliseconds; it doubles with each further one. */
  readonly retryBaseMs: number;
  /** How often generations of cancelled jobs are asked after, in milliseconds. */
  readonly abandonedEveryMs: number;
  /** How long after a start of unknown fate an empty listing counts as proof, in milliseconds. */
  readonly startQuarantineMs: { readonly builtIn: number; readonly remote: number };
  /** Total time of one start, from the first byte sent to the last received, in milliseconds; 60,000 when absent. */
  readonly startDeadlineMs?: number;
  /** Work that an earlier run left stays as it is: only what this run adds is begun. */
  readonly leavesEarlierWork: boolean;
  /** Work is done although the queue was paused on the desk; the pause itself stays as it is. */
  readonly ignoresPause: boolean;
  /**
   * Waits without end for what is in others' hands: billing, asked again every minute, an API key, a service that does not answer, and
   * space on the disk. A command in a terminal gives up instead.
   */
  readonly patient: boolean;
  /** The built-in service is started for a rehearsal: it can be made slow, flaky and strict. */
  readonly rehearsal?: boolean;
}
