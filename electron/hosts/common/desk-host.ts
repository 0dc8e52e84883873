/** What every host gives to the desk, and what it gets back. */

import type { Desk } from '../../core/desk-surface.ts';
import type { Attention, Updater } from '../../core/ports.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { Log } from '../../platform/log.ts';
import type { Egress } from '../../platform/network/egress.ts';
import type { SpawnHelper } from '../../platform/processes/helper-process.ts';
import type { MediaHandler, MediaPorts } from './media/media-handler.ts';

export interface HostInfo {
  readonly host: 'desktop' | 'browser' | 'cli';
  readonly version: string;
  /** Absolute. Created if missing. */
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
  /** By default the environment's proxies and the system's certificates. */
  readonly egress?: Egress;
  /** Shows a file in the file manager; missing where the host can't. */
  readonly reveal?: (path: string) => void;
  /** Puts a file into the system's trash; missing where the host can't. */
  readonly trash?: (path: string) => Promise<void>;
  /** Opens a page in the person's browser; missing where the host can't. */
  readonly openPage?: (address: string) => void;
  /** Lists what the person added among the system's recent files; missing where the host can't. Absolute paths. */
  readonly opened?: (paths: readonly string[]) => void;
  /** How the person hears of the work while they look elsewhere; missing where the host can't tell them. */
  readonly attention?: Attention;
  /** Finds and installs newer versions; missing where Cleartake runs from its sources. */
  readonly updater?: Updater;
  /** Ends the program; missing where the queue's end doesn't. */
  readonly quit?: () => void;
  /** Ends the program and starts it again; missing where the host can't. */
  readonly restart?: () => void;
  /** Most recordings in any stage at the same time; 1 is one after the other. Default: the limit of each stage. */
  readonly concurrency?: number;
  /** Starts only what this run adds; leaves the work of earlier runs alone. */
  readonly leavesEarlierWork?: boolean;
  /** Works even if the queue is paused on the desk, without ending the pause. */
  readonly ignoresPause?: boolean;
  /** Waits forever for billing to be fixed and for a service to respond. Default true; a command gives up instead. */
  readonly patient?: boolean;
  /** Starts the built-in service in rehearsal mode. */
  readonly rehearsal?: boolean;
}

/** The desk, with its media served over requests. Closing it also releases the data folder. */
export interface DeskHost extends Omit<Desk, keyof MediaPorts> {
  /** Handles GET and HEAD (and POST for uploads) below `/media/`, for the app protocol and the loopback listener. */
  readonly media: MediaHandler;
}
