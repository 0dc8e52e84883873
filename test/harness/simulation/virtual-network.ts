/** The Network port over no network at all: undici's dispatcher leads to the vendor, through whatever weather there is. */

import { Dispatcher, errors } from 'undici';
import type { Network } from '../../../electron/core/api/network.ts';
import type { ClockLane, VirtualClock } from '../time/virtual-clock.ts';
import type { Draw } from './draw.ts';
import { json, ORIGIN, type Vendor, type VendorAnswer, type VendorRequest } from './vendor.ts';
import type { Fault, Weather } from './weather.ts';

const EMPTY = new Uint8Array(0);
/** As undici's own limit on silence, in milliseconds. */
const IDLE_MS = 60_000;

export interface NetworkParts {
  readonly clock: VirtualClock;
  readonly vendor: Vendor;
  readonly weather: Weather;
  readonly draw: Draw;
  /** Told of each request before a byte of it leaves, and with what became of it. */
  readonly watch: (request: VendorRequest, fault: Fault | null) => void;
  /** Told of each transfer that begins (1) and ends (-1). */
  readonly moving: (method: string, change: 1 | -1) => void;
  /** Errors after which a request may have arrived claim that it never left: for showing that this would be noticed. */
  readonly lies?: boolean;
}

/** @param moment is awaited before each step and throws once that run of the program is over */
export function createVirtualNetwork(parts: NetworkParts, lane: ClockLane, moment: () => Promise<void>): Network {
  function open(): Dispatcher {
    const dispatcher = new Dispatcher();
    return Object.assign(dispatcher, {
      dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
        void exchange(parts, lane, moment, options, handler);
        return true;
      },
      close: async () => undefined,
      destroy: async () => undefined,
    });
  }
  return { pool: open, single: open };
}

async function exchange(
  parts: NetworkParts,
  lane: ClockLane,
  moment: () => Promise<void>,
  options: Dispatcher.DispatchOptions,
  handler: Dispatcher.DispatchHandler,
): Promise<void> {
  const { draw, vendor, watch, weather } = parts;
  const over = new AbortController();
  let resumed: () => void = () => undefined;
  let paused = false;

  function fail(reason: Error): void {
    if (over.signal.aborted) return;
    over.abort(reason);
    handler.onResponseError?.(controller, reason);
  }
  const controller = {
    get aborted() {
      return over.signal.aborted;
    },
    get paused() {
      return paused;
    },
    get reason() {
      return over.signal.reason ?? null;
    },
    rawHeaders: null,
    rawTrailers: null,
    abort: (reason?: Error) => fail(reason ?? new errors.RequestAbortedError()),
    pause: () => {
      paused = true;
    },
    resume: () => {
      paused = false;
      resumed();
    },
  } as unknown as Dispatcher.DispatchController;

  async function wait(milliseconds: number): Promise<void> {
    await lane.sleep(milliseconds, over.signal);
    await moment();
    over.signal.throwIfAborted();
  }

  async function silence(limit = IDLE_MS): Promise<never> {
    await wait(limit);
    throw new errors.HeadersTimeoutError();
  }

  async function give(answer: VendorAnswer, fault: Fault | null): Promise<void> {
    const isCut = fault === 'truncated' || fault === 'cut' || fault === 'stalled';
    const headers: Record<string, string> = { ...answer.headers, 'content-length': String(answer.body.length) };
    if (fault === 'short') delete headers['content-length'];
    handler.onResponseStart?.(controller, answer.status, headers, '');
    const whole = options.method === 'HEAD' ? 0 : answer.body.length;
    const end = isCut || fault === 'short' ? Math.floor(whole * draw.fraction()) : whole;
    const pieces = options.method === 'GET' ? draw.whole(1, 4) : 1;
    for (let piece = 0; piece < pieces; piece++) {
      if (options.method === 'GET') await wait(fault === 'slow' ? draw.whole(1000, 50_000) : draw.whole(1, 300));
      while (paused) {
        await new Promise<void>((resolve) => {
          resumed = resolve;
        });
      }
      const chunk = answer.body.subarray(Math.floor((end * piece) / pieces), Math.floor((end * (piece + 1)) / pieces));
      if (chunk.length > 0) handler.onResponseData?.(controller, Buffer.from(chunk));
    }
    if (fault === 'stalled') await silence(3 * IDLE_MS);
    if (isCut) throw new errors.SocketError('other side closed');
    over.signal.throwIfAborted();
    over.abort();
    handler.onResponseEnd?.(controller, {});
  }

  async function run(): Promise<void> {
    const isCall = String(options.origin) === ORIGIN;
    const fault = weather.next(isCall ? 'call' : 'transfer');
    const url = new URL(options.path, String(options.origin));
    const head = { method: options.method, url, headers: flat(options.headers) };
    watch({ ...head, body: typeof options.body === 'string' ? Buffer.from(options.body) : EMPTY }, fault);
    await wait(draw.whole(1, 40));
    if (fault === 'refused') throw refusedConnection();
    const isCutUpload = options.method === 'PUT' && (fault === 'cut' || fault === 'stalled');
    const pace = () => wait(fault === 'slow' ? draw.whole(1000, 50_000) : draw.whole(1, 60));
    const request: VendorRequest = {
      ...head,
      body: await bodyOf(options.body, isCutUpload ? draw.whole(1, 3) : null, pace),
    };
    if (isCutUpload) {
      vendor.answer(request);
      if (fault === 'stalled') await silence(3 * IDLE_MS);
      throw connectionReset();
    }
    try {
      const early = await beforeArrival(request, fault);
      await give(early ?? (await afterArrival(request, fault, isCall)), early === null ? fault : null);
    } catch (failure) {
      if (parts.lies !== true || over.signal.aborted) throw failure;
      throw refusedConnection();
    }
  }

  /** What the vendor never learns of, or only when nobody waits anymore. @returns an answer that is not the vendor's, or null */
  async function beforeArrival(request: VendorRequest, fault: Fault | null): Promise<VendorAnswer | null> {
    if (fault === 'reset-before') throw connectionReset();
    if (fault === 'silence-before') await silence();
    if (fault === 'late') {
      vendor.answerLater(request, draw.whole(1000, 400_000));
      await silence();
    }
    if (fault === 'busy') return busy(draw);
    return fault === 'status-before' ? faulty(draw, [408]) : null;
  }

  async function afterArrival(request: VendorRequest, fault: Fault | null, isCall: boolean): Promise<VendorAnswer> {
    const answer = fault === 'expired' && !isCall ? json(403, { error: 'expired' }) : vendor.answer(request);
    await moment();
    await wait(fault === 'slow' && isCall ? draw.whole(1000, 80_000) : draw.whole(1, 120));
    if (fault === 'reset-after') throw connectionReset();
    if (fault === 'silence-after') await silence();
    if (fault === 'status-after') return faulty(draw);
    return fault === 'garbage' ? { status: 200, headers: {}, body: Buffer.from('<html>') } : answer;
  }

  const isTransfer = String(options.origin) !== ORIGIN;
  if (isTransfer) parts.moving(options.method, 1);
  try {
    handler.onRequestStart?.(controller, null);
    await moment();
    if (!over.signal.aborted) await run();
  } catch (failure) {
    fail(failure instanceof Error ? failure : new Error(String(failure)));
  } finally {
    if (isTransfer) parts.moving(options.method, -1);
  }
}

/** @param cutAfter pieces after which the connection breaks; null for the whole body */
async function bodyOf(body: unknown, cutAfter: number | null, pause: () => Promise<void>): Promise<Uint8Array> {
  if (body === null || body === undefined) return EMPTY;
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return body;
  const pieces: Uint8Array[] = [];
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    pieces.push(piece);
    await pause();
    if (pieces.length === cutAfter) break;
  }
  return Buffer.concat(pieces);
}

function flat(headers: unknown): Record<string, string> {
  const entries = Object.entries((headers ?? {}) as Record<string, unknown>);
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

function busy(draw: Draw): VendorAnswer {
  return json(
    429,
    { error: 'Too many requests' },
    draw.chance(0.7) ? { 'retry-after': String(draw.whole(0, 120)) } : {},
  );
}

/** @param refusals statuses that say that nothing was done */
function faulty(draw: Draw, refusals: readonly number[] = []): VendorAnswer {
  return json(draw.pick([500, 502, 503, 504, ...refusals]), { error: 'A fault' });
}

function refusedConnection(): Error {
  return Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
}

function connectionReset(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
}
