/** Media over plain requests: peaks, samples addressed by frame, files, uploads. One handler for both transports. */

import type { EngineRequests } from '../../../shared/engine-api/messages.ts';

/** Files behind a take. */
export interface TakeFiles {
  /** Null when the file is gone. */
  readonly filePath: string | null;
  readonly peaksPath: string | null;
  readonly indexPath: string | null;
  /** Name to save it under. */
  readonly fileName: string;
}

export interface MediaPorts {
  /** Null for an unknown take. */
  locate(take: string): TakeFiles | null;
  /** Asks the listening engine. Requests are answered one after the other. */
  pcm(params: EngineRequests['pcm']['params']): Promise<Uint8Array>;
  /** Streams a recording without a path into the library and gives its managed path. */
  receiveUpload(fileName: string, body: ReadableStream<Uint8Array>): Promise<string>;
}

export type MediaHandler = (request: Request) => Promise<Response>;
