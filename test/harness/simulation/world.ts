/**
 * The world of one seed: a desk over virtual time, network, disk and engine, with its real store on a real file. The desk can die at
 * any moment; what was committed and flushed by then is what the next one finds.
 */

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createMemoryVault } from '../../../electron/core/vault/vault.ts';
import type { DeskClient } from '../../../shared/contract/index.ts';
import type { QueueEvent } from '../../../shared/contract/views.ts';
import { testSettings } from '../desk/desk-ports.ts';
import type { Troubles } from '../disk-trouble/troubled-files.ts';
import { createVirtualClock, untilIdle, type VirtualClock } from '../time/virtual-clock.ts';
import { type Books, openBooks } from './books.ts';
import { createDraw, type Draw } from './draw.ts';
import { type Doom, type Life, type LifeParts, openLife } from './life.ts';
import { createVendor, KEY, ORIGIN, PRICES, type Vendor, type VendorRequest } from './vendor.ts';
import { createVirtualDisk, type VirtualDisk } from './virtual-disk.ts';
import { createWeather, type Fault, type Weather } from './weather.ts';

export interface WorldOptions {
  readonly seed: number;
  /** A folder of its own, for the store's file. */
  readonly folder: string;
  readonly quarantineMs?: number;
  /** Milliseconds that a generation takes at most; half an hour unless told. */
  readonly longestGenerationMs?: number;
  /** See NetworkParts. */
  readonly lies?: boolean;
  /** See LifeParts. */
  readonly troubles?: Troubles;
}

export interface World {
  readonly clock: VirtualClock;
  readonly disk: VirtualDisk;
  readonly draw: Draw;
  readonly vendor: Vendor;
  readonly weather: Weather;
  /** What the store holds, read beside the desk. */
  readonly books: Books;
  readonly connectionId: string;
  /** Of the present run of the desk, in their order. */
  readonly events: readonly QueueEvent[];
  readonly deaths: number;
  /** How often each checkpoint was passed. */
  readonly passed: Readonly<Record<string, number>>;
  /** Paid requests that left the desk. */
  readonly posts: number;
  /** Everything that was seen, for comparing runs. */
  readonly trace: readonly string[];
  /** What was seen and must never be. */
  readonly violations: readonly string[];
  note(line: string): void;
  violate(what: string): void;
  doom(doom: Doom | null): void;
  setEngineTrouble(probability: number): void;
  /** Time passes; a desk that dies on the way is followed by another. */
  advance(milliseconds: number, until?: () => boolean): Promise<void>;
  /** As a computer that is asleep. */
  sleep(milliseconds: number): Promise<void>;
  /** Calls the desk and lets time pass until it has answered. @returns its answer, or null where it refused or died */
  ask<Answer>(call: (client: DeskClient) => Promise<Answer>): Promise<Answer | null>;
  restart(): Promise<void>;
  die(): Promise<void>;
  close(): Promise<void>;
}

export const CONCURRENCY = 3;
export const OUTPUT = '/home/person/restored';
/** A call that has not returned by then is stuck, in milliseconds. */
const LONGEST_CALL_MS = 5 * 60_000;

export async function openWorld(options: WorldOptions): Promise<World> {
  const draw = createDraw(options.seed);
  const clock = createVirtualClock(Date.UTC(2026, 0, 1), untilIdle);
  const trace: string[] = [];
  const violations: string[] = [];
  const passed: Record<string, number> = {};
  const sent = new Set<string>();
  const disk = createVirtualDisk(() => clock.now());
  let engineTrouble = 0;
  let deaths = 0;
  let posts = 0;
  const transfers: Record<string, number> = {};

  const note = (line: string) => void trace.push(`${clock.monotonic()} ${line}`);
  function violate(what: string): void {
    note(`VIOLATION ${what}`);
    violations.push(what);
  }

  /** Nothing that is paid may leave unless its intent is committed, and never twice. */
  function watch(request: VendorRequest, fault: Fault | null): void {
    note(`${request.method} ${request.url.pathname} ${fault ?? ''}`);
    const isCall = request.url.origin === ORIGIN;
    if (!isCall && JSON.stringify(request.headers).includes(KEY)) violate('The key was sent to a transfer address');
    if (!isCall || !request.url.pathname.endsWith('-generation')) return;
    posts += 1;
    const { params } = JSON.parse(Buffer.from(request.body).toString('utf8'));
    const attempt = String(params?.attempt);
    if (!books.hasIntent(attempt)) violate(`A start was sent without its intent on record: ${attempt}`);
    if (sent.has(attempt)) violate(`The same start was sent twice: ${attempt}`);
    sent.add(attempt);
  }

  const parts: LifeParts = {
    clock,
    disk,
    draw,
    watch,
    vendor: createVendor(draw.branch('vendor'), () => clock.monotonic(), options.longestGenerationMs),
    weather: createWeather(draw.branch('weather')),
    moving(method, change) {
      const count = (transfers[method] ?? 0) + change;
      transfers[method] = count;
      if (count > CONCURRENCY) violate(`${count} transfers at once: ${method}`);
    },
    lies: options.lies ?? false,
    ...(options.troubles === undefined ? {} : { troubles: options.troubles }),
    vault: createMemoryVault(),
    engineTrouble: () => engineTrouble,
    passed: (point) => {
      passed[point] = (passed[point] ?? 0) + 1;
    },
    alarmed: (message) => violate(`The desk raised an alarm: ${message}`),
    settings: testSettings(options.folder, {
      host: 'desktop',
      filesHavePaths: true,
      concurrency: CONCURRENCY,
      retryBaseMs: 1000,
      abandonedEveryMs: 5 * 60_000,
      startQuarantineMs: { builtIn: 5000, remote: options.quarantineMs ?? 600_000 },
      patient: true,
    }),
  };

  mkdirSync(options.folder, { recursive: true });
  const store = path.join(options.folder, 'cleartake.sqlite');
  let lives = 1;
  let life: Life = openLife(parts, lives);
  let books = openBooks(store);

  async function reopen(): Promise<void> {
    books.close();
    await life.bury();
    life = openLife(parts, ++lives);
    books = openBooks(store);
    await clock.settle();
  }

  async function advance(milliseconds: number, until: () => boolean = () => false): Promise<void> {
    const end = clock.monotonic() + milliseconds;
    do {
      await clock.advance(end - clock.monotonic(), () => !life.isAlive || until());
      if (life.isAlive) return;
      deaths += 1;
      note('the desk died');
      await reopen();
    } while (!until() && clock.monotonic() < end);
  }

  async function ask<Answer>(call: (client: DeskClient) => Promise<Answer>): Promise<Answer | null> {
    let over = false;
    const mine = life;
    const asked = call(life.client).then(
      (answer) => answer,
      (failure: unknown) => {
        const isRefusal = failure instanceof Error && 'code' in failure && failure.code === 'REFUSED';
        if (mine.isAlive && !isRefusal)
          violate(`A call failed: ${String(failure)} ${String((failure as Error).cause ?? '')}`);
        return null;
      },
    );
    void asked.finally(() => {
      over = true;
    });
    await advance(0);
    if (!over) await advance(LONGEST_CALL_MS, () => over);
    if (over) return await asked;
    violate('A call did not return');
    return null;
  }

  const world: World = {
    clock,
    disk,
    draw: draw.branch('person'),
    vendor: parts.vendor,
    weather: parts.weather,
    get books() {
      return books;
    },
    connectionId: '',
    get events() {
      return life.events;
    },
    get deaths() {
      return deaths;
    },
    passed,
    get posts() {
      return posts;
    },
    trace,
    violations,
    note,
    violate,
    doom: (doom) => life.doom(doom),
    setEngineTrouble: (probability) => {
      engineTrouble = probability;
    },
    advance,
    ask,
    async sleep(milliseconds) {
      await clock.jump(milliseconds, () => !life.isAlive);
      await advance(0);
    },
    async restart() {
      let over = false;
      const closed = life.close().then(() => {
        over = true;
      });
      await clock.advance(60_000, () => over);
      if (!over) throw new Error('The desk did not close');
      await closed;
      if (!life.isAlive) return;
      books.close();
      life = openLife(parts, ++lives);
      books = openBooks(store);
      await clock.settle();
    },
    async die() {
      life.die();
      await advance(0);
    },
    async close() {
      books.close();
      life.doom(null);
      const closed = life.close();
      await clock.advance(60_000);
      await closed;
    },
  };
  const connection = await world.ask((client) =>
    client.connections.add({ name: 'Vendor', baseUrl: ORIGIN, headerStyle: 'bearer', prices: { ...PRICES }, key: KEY }),
  );
  return Object.assign(world, { connectionId: connection?.id ?? '' });
}
