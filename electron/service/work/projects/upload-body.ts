/** The body of an upload on its way to storage: counted, hashed, held to what was declared, and cut when it may not go on. */

import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { TimeoutPool } from '../../../platform/time/timeout-pool.ts';
import { type Refusal, refuse } from '../../rules/refusal.ts';

export interface UploadBodyOptions {
  /** Bytes that were declared; null when the length is not known. */
  readonly declared: number | null;
  /** Ends it with its reason. */
  readonly signal: AbortSignal;
  /** How long it may be silent. */
  readonly idle: TimeoutPool;
  /**
   * Asks for space for so many bytes of a body whose length is not known.
   * @returns how many there is space for
   * @throws refusal 413
   */
  readonly grow: (bytes: number) => Promise<number>;
}

export interface UploadBody {
  chunks(): AsyncGenerator<Uint8Array>;
  passed(): number;
  /** Of what passed, in hex. Once. */
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
      // The connection outlives a failure here: the client is to read why.
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
      // What still comes after a failure is let through: a client reads the answer only when it has sent everything.
      request.resume();
    }
  }
  return { chunks, passed: () => passed, sha256: () => hash.digest('hex') };
}

export function cutOff(): Refusal {
  return refuse(400, 'The upload was cut off. What arrived is kept; ask with HEAD and go on from there.');
}
