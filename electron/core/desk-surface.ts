/** What hosts can do with a desk. */

import type { SavedText } from '../../shared/contract/system.ts';
import type { EngineRequests } from '../../shared/engine-api/messages.ts';
import type { PathPolicy } from './calls/path-policy.ts';
import type { DeskRouter } from './calls/router.ts';
import type { AdHocConnections, AdHocDetails } from './connections/ad-hoc.ts';
import type { LocatedTake } from './features/listen/locate-take.ts';
import type { WatchFolders } from './features/watch-folders/watch-folders.ts';
import type { SavedFile } from './library/export/saving.ts';
import type { CloseAnswer } from './ports.ts';

export interface Desk {
  readonly router: DeskRouter;
  /** The same for a page, which can name only paths that the policy allows. */
  pageRouter(policy: PathPolicy): DeskRouter;
  locateTake(take: string): LocatedTake | null;
  /** The output of a result's take as Save makes it; null while it has to be made first. */
  fileOfResult(takeId: string): string | null;
  /** The output of a result's take as its preset says, made first unless it is there, or a part or list by its id. @throws CleartakeError as the export does */
  savedFile(takeId: string): Promise<SavedFile>;
  /** The latest job with a service's project, from the queue or the history; null when there is none. */
  jobOfProject(projectId: string): string | null;
  /** Presets as a file that can be imported. @param id null for all of the person's own; the answer is null for an unknown one */
  presetFile(id: string | null): SavedText | null;
  /** The diagnostics file that a page was shown last; null before. */
  diagnosticsFile(): SavedText | null;
  /** The path of a take's waveform, made again if it was removed; null when there is nothing to make it of. */
  waveform(take: string): Promise<string | null>;
  /** Frames at the original's own rate by which what a difference subtracts comes late; 0 where it is unknown. */
  lag(difference: string): Promise<number>;
  /** Samples for playback, from a separate engine process. */
  pcm(params: EngineRequests['pcm']['params']): Promise<Uint8Array>;
  tile(params: EngineRequests['tile']['params']): Promise<Uint8Array>;
  /** LUFS of a passage; null when it is not known. Measured beside playback, so that none waits for the other. */
  loudness(params: EngineRequests['loudness']['params']): Promise<number | null>;
  /** @param bytes announced size, or null */
  receiveUpload(name: string, body: ReadableStream<Uint8Array>, bytes: number | null): Promise<string>;
  /** The connection of an address for one run; its key stays in memory. @returns its id @throws CleartakeError as `AdHocConnections.open` */
  adHocConnection(baseUrl: string, key: string, details?: AdHocDetails): Promise<string>;
  /** Gives a key to the connections of earlier runs that it belongs to, and lets their work continue. @throws CleartakeError otherAccount */
  recognizeKey: (...given: Parameters<AdHocConnections['recognize']>) => Promise<void>;
  /**
   * The signing secret of an endpoint of Cleartake's own service, for the terminal: no page can ask for it.
   * @param rotate makes another one first; the one before stays valid for a day, or not at all
   * @throws CleartakeError
   */
  signingSecret(connectionId: string, endpointId: string, rotate: 'for-a-day' | 'at-once' | null): Promise<string>;
  /** Watches a folder for this run only. @returns jobs of the folder that an earlier run left */
  watchHere: WatchFolders['watchHere'];
  /** Whether work runs that closing the window would interrupt. */
  isWorking(): boolean;
  /** What the person wants done with running work when they close the window. */
  beforeClosing(): Promise<CloseAnswer>;
  /** Call it when the computer has woken up. */
  afterSleep(): void;
  close(): Promise<void>;
}
