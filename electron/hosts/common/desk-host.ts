/** What every host gives to the desk, and what it gets: the shape of the composition. */

import type { Prices } from '../../core/connections/connections.ts';
import type { DeskRouter } from '../../core/handlers/router.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { Log } from '../../platform/log.ts';
import type { SpawnHelper } from '../../platform/processes/helper-process.ts';

export interface HostInfo {
  readonly host: 'desktop' | 'browser' | 'cli';
  readonly version: string;
  /** Absolute. Created when missing. */
  readonly dataDirectory: string;
  /** Folder with the sample recordings. */
  readonly samplesDirectory: string;
  /** Folder with the store's generated migrations. */
  readonly migrationsDirectory: string;
  /** Folder with the built-in service's generated migrations. */
  readonly serviceMigrationsDirectory: string;
  readonly platform: string;
  readonly filesHavePaths: boolean;
}

export interface DeskHostOptions {
  readonly info: HostInfo;
  readonly spawn: SpawnHelper;
  readonly vault: Vault;
  readonly log: Log;
  /** Shows a file in the file manager; absent where the host cannot. */
  readonly reveal?: (path: string) => void;
  /** Most recordings in any stage at the same time; 1 is one after the other. Without it, what each stage is good for. */
  readonly concurrency?: number;
  /** Only what this run adds is begun; what an earlier run left stays as it is. */
  readonly leavesEarlierWork?: boolean;
  /** Work is done although the queue was paused on the desk; the pause itself stays as it is. */
  readonly ignoresPause?: boolean;
  /** Waits without end for billing to be fixed and for a service that does not answer. Default true; a command gives up instead. */
  readonly patient?: boolean;
  /** The built-in service is started for a rehearsal. */
  readonly rehearsal?: boolean;
}

export interface DeskHost {
  /** The contract's implementation, for oRPC handlers (MessagePort, WebSocket) and for direct calls. */
  readonly router: DeskRouter;
  /** Answers GET and HEAD (and POST for uploads) below `/media/`, for the app protocol and the loopback listener alike. */
  media(request: Request): Promise<Response>;
  /** A connection for one run; its key stays in memory. @param prices micro-USD a second, where known @returns its id */
  adHocConnection(baseUrl: string, key: string, prices?: Partial<Prices>): string;
  /** Gives a key to the ad-hoc connections of earlier runs that were made with it. */
  recognizeKey(key: string): void;
  /** Stops the queue cleanly (work goes on at the next start), ends helpers, closes the store, frees the data folder. */
  close(): Promise<void>;
}
