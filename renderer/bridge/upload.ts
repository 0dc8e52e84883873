/** Uploads a file without a path into the library and reports progress. */

import { uploadAddress } from '../../shared/contract/page/media-addresses.ts';
import { mediaHeaders } from './browser-session.ts';

export interface Upload {
  /** The path in the library, for `queue.add`. Rejects if the file couldn't be stored or the upload was aborted. */
  readonly path: Promise<string>;
  abort(): void;
}

/**
 * Uses `XMLHttpRequest` because `fetch` reports no upload progress.
 * @param name relative name, kept as it is (`Season 1/interview.wav`)
 * @param onProgress bytes sent so far
 */
export function uploadToHost(file: File, name: string, onProgress: (sentBytes: number) => void): Upload {
  const request = new XMLHttpRequest();
  const path = new Promise<string>((resolve, reject) => {
    request.open('POST', uploadAddress(name));
    for (const [header, value] of Object.entries(mediaHeaders())) request.setRequestHeader(header, value);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.responseType = 'json';
    request.upload.addEventListener('progress', (event) => onProgress(event.loaded));
    request.addEventListener('load', () => {
      const stored: unknown = request.response;
      if (request.status < 300 && typeof stored === 'object' && stored !== null && 'path' in stored) {
        resolve(String(stored.path));
      } else {
        reject(new Error(`The upload was answered with ${request.status}`));
      }
    });
    request.addEventListener('error', () => reject(new Error('The upload failed')));
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    request.send(file);
  });
  return { path, abort: () => request.abort() };
}
