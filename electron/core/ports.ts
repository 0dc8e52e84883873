/** What the desk needs from outside: everything that has an effect is passed in here. */

import type { BatchNotice } from '../../shared/domain/batch/batch-notice.ts';
import type { UpdateObstacle } from '../../shared/domain/updates.ts';
import type { Files } from '../platform/files/files.ts';
import type { IdentifyFolder } from '../platform/files/folder-identity.ts';
import type { OpenForWriting } from '../platform/files/open-for-writing.ts';
import type { PathSurroundings } from '../platform/files/typed-path.ts';
import type { WatchTree } from '../platform/files/watch-tree.ts';
import type { Log } from '../platform/log.ts';
import type { Egress } from '../platform/network/egress.ts';
import type { SpawnHelper } from '../platform/processes/helper-process.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { Uptime } from '../platform/time/uptime.ts';
import type { Network } from './api/network.ts';
import type { PassCheckpoint } from './checkpoints.ts';
import type { Vault } from './vault/vault.ts';

/** What the system shows of the work: the share that is done, 0 to 1, and whether it waits for the person. */
export interface BatchProgress {
  readonly share: number;
  readonly needsPerson: boolean;
}

/** `keep-working` closes the window only; after `quit` the work continues at the next start. */
export type CloseAnswer = 'stay' | 'keep-working' | 'quit';

/** How a host reaches a person who isn't looking at the desk. The core decides when, the host decides how. */
export interface Attention {
  /** Null when nothing runs. Called when a whole percent or the need changes. */
  progress(progress: BatchProgress | null): void;
  /** How many recordings and connections need the person. */
  badge(count: number): void;
  notice(notice: BatchNotice): void;
  /** Whether work runs that a sleeping computer would interrupt. */
  power(working: boolean): void;
  /** Asks what happens to running work when the window closes. */
  question(): Promise<{ readonly answer: CloseAnswer; readonly remember: boolean }>;
}

/** What a host can do when the queue has ended. */
export interface WhenEnded {
  /** Absolute path of the person's own program. */
  readonly script: string;
  /** Runs it; nobody waits for it. */
  runScript(variables: Readonly<Record<string, string>>): void;
  quit(): void;
}

export interface AfterRecording {
  /** Absolute path of the program. */
  readonly program: string;
  /** Runs it to its end; its output, and how it ended, are in the log. */
  run(variables: Readonly<Record<string, string>>): Promise<void>;
}

/** How a host finds and installs newer versions. It does nothing by itself, and contacts nobody before it is asked to. */
export interface Updater {
  /** What makes that impossible here; null when nothing does. */
  readonly obstacle: UpdateObstacle | null;
  /** @returns the newer version, or null when there is none @throws CleartakeError */
  check(): Promise<string | null>;
  /**
   * Downloads the newest version and makes sure that it is genuine.
   * @param report called with the share that is done, 0 to 1
   * @returns its version @throws CleartakeError
   */
  download(report: (share: number) => void, signal: AbortSignal): Promise<string>;
  /** Closes the desk, installs what was downloaded, and starts it. */
  restart(): void;
}

/** The computer and the programs around the desk, for the diagnostics file. */
export interface SystemFacts {
  readonly [fact: string]: string | number;
  /** Left out of every text. */
  readonly home: string;
  readonly user: string;
  readonly computer: string;
}

export interface DeskPorts {
  readonly clock: Clock;
  /** Proves time across restarts; without it only time of this run counts. */
  readonly uptime?: Uptime;
  readonly files: Files;
  readonly network: Network;
  /** Where the network's connections go through; absent where that is nothing to choose. */
  readonly egress?: Egress;
  /** A number from 0 to 1, for jitter. */
  readonly random: () => number;
  /** A fresh UUID. UUIDs made together sort together, so their rows are adjacent in every index. */
  readonly newId: () => string;
  /** Names a call to a service, so that its owner finds it; absent in tests that need none. */
  readonly newRequestId?: () => string;
  /** `bytes` random bytes as hexadecimal text, from a cryptographic source. */
  readonly newSecret: (bytes: number) => string;
  readonly spawn: SpawnHelper;
  readonly vault: Vault;
  readonly log: Log;
  /** Called at each checkpoint. */
  readonly pass: PassCheckpoint;
  /** Shows a file in the file manager; absent where the host cannot. */
  readonly reveal?: (path: string) => void;
  /** Opens a page in the person's browser; absent where the desk is in a browser itself. */
  readonly openPage?: (address: string) => void;
  /** Called with the paths that the person added; absent where the host lists no recent files. */
  readonly opened?: (paths: readonly string[]) => void;
  /** For `~` and variables in lists and typed paths; absent in tests that need none. */
  readonly surroundings?: PathSurroundings;
  /** The person's own program that runs after each recording; absent in tests that need none. */
  readonly afterRecording?: AfterRecording;
  /** Puts a file into the system's trash; absent where there is none. */
  readonly trash?: (path: string) => Promise<void>;
  /** Absent in a terminal. */
  readonly whenEnded?: WhenEnded;
  /** Ends Cleartake and starts it again; absent where the host can't. */
  readonly restart?: () => void;
  /** Absent where only the terminal reports the work. */
  readonly attention?: Attention;
  /** Absent in tests that make no diagnostics file. */
  readonly facts?: () => SystemFacts;
  /** Absent where no folders are watched. */
  readonly watching?: Watching;
  /** Absent where Cleartake runs from its sources. */
  readonly updater?: Updater;
}

/** How folders are watched. */
export interface Watching {
  readonly tree: WatchTree;
  readonly openForWriting: OpenForWriting;
  readonly identify: IdentifyFolder;
  /** Milliseconds. */
  readonly times: {
    /** How long size and time of a file stand still before it counts as finished. */
    readonly stableMs: number;
    /** How often it is seen whether a folder is there. */
    readonly presenceMs: number;
    /** How often all files are looked at, for systems that don't tell changes. */
    readonly lookMs: number;
  };
}

/** Folders and figures that a host fixes before the desk opens. */
export interface DeskSettings {
  readonly version: string;
  readonly host: 'desktop' | 'browser' | 'cli';
  readonly platform: string;
  readonly filesHavePaths: boolean;
  /** Absolute; the folder exists. */
  readonly dataDirectory: string;
  readonly samplesDirectory: string;
  readonly migrationsDirectory: string;
  readonly serviceMigrationsDirectory: string;
  /** Most jobs in any stage at the same time; 1 runs one job after the other. Null for each stage's own default. */
  readonly concurrency: number | null;
  /** First wait after a temporary failure, in milliseconds; it doubles with each further failure. */
  readonly retryBaseMs: number;
  /** How often the service is asked about generations of cancelled jobs, in milliseconds. */
  readonly abandonedEveryMs: number;
  /** How long after an uncertain start an empty listing proves nothing yet, in milliseconds. */
  readonly startQuarantineMs: { readonly builtIn: number; readonly remote: number };
  /** Deadline of one start, from the first byte sent to the last byte received, in milliseconds; 60,000 when absent. */
  readonly startDeadlineMs?: number;
  /** Leaves the work of earlier runs alone: only what this run adds is processed. */
  readonly leavesEarlierWork: boolean;
  /** Works even if the queue was paused on the desk; the pause itself stays set. */
  readonly ignoresPause: boolean;
  /**
   * Waits indefinitely for things that only others can fix: billing (asked again every minute), an API key (checked once another is set), an
   * unreachable service, a full disk. A command in a terminal ends instead: what needs billing or a key waits for the next one, the rest fails.
   */
  readonly patient: boolean;
  /** Starts the built-in service for a rehearsal: it can be made slow, flaky and strict. */
  readonly rehearsal?: boolean;
}
