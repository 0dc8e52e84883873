/** The body of an upload on its way to storage: counted, hashed, checked against the declared length, and cut when it must end. */

import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { TimeoutPool } from '../../../platform/time/timeout-pool.ts';
import { type Refusal, refuse } from '../../rules/refusal.ts';

export interface UploadBodyOptions {
  /** The declared length in bytes; null when it is not known. */
  readonly declared: number | null;
  /** Ends the upload with its reason. */
  readonly signal: AbortSignal;
  /** The timeout between two chunks. */
  readonly idle: TimeoutPool;
  /**
   * Requests space for a number of bytes when the length is not known.
   * @returns the bytes granted
   * @throws refusal 413
   */
  readonly grow: (bytes: number) => Promise<number>;
}

export interface UploadBody {
  chunks(): AsyncGenerator<Uint8Array>;
  passed(): number;
  /** Of the bytes that passed, in hex. To be called once. */
  sha256(): string;
}

export function createUploadBody(request: Readable, options: UploadBodyOptions): UploadBody {
  const { declared, signal, idle } = options;
  const hash = createHash('sha256');
  let passed = 0;

  async function* chunks(): AsyncGenerator<Uint8Array> {
    let granted = declared ?? 0;
    let cut: Refusal | null = null;
    const end = (reason: Refusal) => {
      cut ??= reason;
      request.destroy();
    };
    const onAbort = () => end(signal.reason as Refusal);
    const silence = idle.start(() => end(cutOff()));
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      signal.throwIfAborted();
      // The connection survives a failure here, so that the client can read why.
      for await (const chunk of request.iterator({ destroyOnReturn: false })) {
        silence.restart();
        if (declared !== null && passed + chunk.length > declared) {
          throw refuse(400, 'The body is longer than it was declared.');
        }
        if (passed + chunk.length > granted) granted = await options.grow(passed + chunk.length);
        passed += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
    } catch (failure) {
      throw cut ?? failure;
    } finally {
      silence.cancel();
      signal.removeEventListener('abort', onAbort);
      // The rest is read and dropped after a failure: clients read the answer only once they have sent everything.
      request.resume();
    }
  }
  return { chunks, passed: () => passed, sha256: () => hash.digest('hex') };
}

/** 408, for which a client tries again by itself (RFC 9110, section 15.5.9). */
export function cutOff(): Refusal {
  return refuse(
    408,
    'The upload was cut off. What arrived is kept. Send HEAD to learn the offset and continue from there.',
  );
}
