/** What must be true at every moment, whatever happened: the desk's books, the vendor's books, the disk and the events are compared. */

import path from 'node:path';
import type { BookedEntry, BookedGeneration } from './books.ts';
import { LEGAL_GENERATION_STEPS, LEGAL_JOB_STEPS, stepOf } from './legal-steps.ts';
import { hashOf } from './virtual-disk.ts';
import { OUTPUT, type World } from './world.ts';

/** What the person did that the world cannot tell by itself. */
export interface Person {
  /** What lies under each name that the person works with; null once it was deleted. */
  readonly sources: Map<string, Uint8Array | null>;
  /** How often they started again what might have been started, by job and model. */
  readonly risks: Map<string, number>;
}

export interface Auditor {
  /** Compares everything, now. What is wrong is told to the world. */
  check(): void;
}

export function createAuditor(world: World, person: Person): Auditor {
  const states = new Map<string, string>();
  /** The id on the service that each generation was given last: what another took up is charged where it was started. */
  const given = new Map<string, string>();
  const hashes = new WeakMap<Uint8Array, string>();
  const stored = new Map<string, string>();
  let lastEvent = 0;
  let heard: readonly unknown[] = [];
  let heardUpTo = 0;

  function hash(content: Uint8Array): string {
    const known = hashes.get(content) ?? hashOf(content);
    hashes.set(content, known);
    return known;
  }

  function require(holds: boolean, what: () => string): void {
    if (!holds) world.violate(what());
  }

  /** Every step is one that the state machines allow, and begins where the last one ended. */
  function checkSteps(): void {
    for (const { id, at, jobId, generationId, event, from, to, detail } of world.books.eventsAfter(lastEvent)) {
      lastEvent = id;
      const subject = generationId ?? jobId;
      const legal = generationId === null ? LEGAL_JOB_STEPS : LEGAL_GENERATION_STEPS;
      world.note(`(${at}) ${subject.slice(0, 4)} ${stepOf(event, from, to)} ${detail ?? ''}`);
      require(from === to || legal.has(stepOf(event, from, to)), () => `No such step: ${stepOf(event, from, to)}`);
      const before = states.get(subject) ?? (generationId === null ? 'queued' : 'ready');
      require(before === from, () => `${subject} went on from ${from} but was ${before}`);
      require(!detail?.startsWith('unexpected'), () => `Something unexpected happened: ${event} ${detail}`);
      states.set(subject, to);
      if (generationId !== null && detail !== null && (event === 'started' || event === 'recover'))
        given.set(generationId, detail);
    }
  }

  function checkJobs(generations: ReadonlyMap<string, readonly BookedGeneration[]>): void {
    for (const { id, state } of world.books.jobs()) {
      const last = states.get(id) ?? 'queued';
      require(last === state.kind, () => `Job ${id} is ${state.kind} but its last step led to ${last}`);
      const asks = generations.get(id)?.some((one) => one.kind === 'needs-you') ?? false;
      const reason = state.kind === 'waiting' ? state.reason : state.kind === 'failed' ? state.error : null;
      require(reason?.code !== 'unexpected', () => `Something unexpected happened: ${reason?.detail}`);
      require(state.kind !== 'needs-you' || asks, () => `Job ${id} asks without a question`);
    }
  }

  /** Each generation against its ledger, the vendor's bill and the disk. */
  function checkGeneration(generation: BookedGeneration, entries: readonly BookedEntry[]): void {
    const { id, kind, attemptId, remoteId, reusedFrom } = generation;
    const name = `Generation ${id} (${kind})`;
    const last = states.get(id) ?? 'ready';
    require(last === kind, () => `${name}'s last step led to ${last}`);
    const open = new Set<string>();
    for (const entry of entries) {
      if (entry.kind === 'hold') open.add(entry.attemptId);
      else if (entry.kind === 'release')
        require(open.delete(entry.attemptId), () => `${name} released what was not held`);
      const held = entries.find((one) => one.kind === 'hold' && one.attemptId === entry.attemptId);
      require(held?.amount === entry.amount, () => `${name}: ${entry.kind} of another amount than was held`);
    }
    const taken = new Set(entries.filter((one) => one.kind === 'refund').map((one) => one.attemptId));
    // The last one: what another job took up was charged here before, and counts in the whole bill.
    const charge = entries.findLast((one) => one.kind === 'charge' && !taken.has(one.attemptId));
    const isCharged = charge !== undefined;
    const mustHold = attemptId !== null;
    const mayHold = mustHold || kind === 'started' || kind === 'queued' || kind === 'processing';
    require(open.size === 0 || mayHold, () => `${name} still holds money`);
    require(!mustHold || (open.size === 1 && open.has(attemptId)), () => `${name} holds nothing for its start`);
    const sold = world.vendor.generations.find((one) => one.id === (remoteId ?? given.get(id)));
    if (isCharged) {
      // A desk that wasn't told yet that it was taken back.
      const isUntold = sold?.takenBack !== null && kind !== 'failed' && kind !== 'stored';
      require(sold !== undefined && (isUntold || world.vendor.isComplete(sold)), () =>
        `${name} is charged but not complete at the vendor`);
      require(charge.amount === sold?.amount, () =>
        `${name} is charged ${charge.amount}, the vendor bills ${sold?.amount}`);
    }
    if (kind !== 'stored') return;
    require(isCharged || reusedFrom !== null, () => `${name} is not charged`);
    checkResult(name, id, sold?.resultHash);
  }

  function checkResult(name: string, id: string, wanted: string | undefined): void {
    const result = results.get(id);
    const content = result === undefined ? undefined : world.disk.entries.get(result.path)?.content;
    require(content !== undefined, () => `${name} has no file`);
    if (content === undefined || result === undefined) return;
    require(hash(content) === wanted, () => `${name} has another content than the vendor gave`);
    require(result.contentHash === wanted, () => `${name} is on record with another content`);
    stored.set(id, result.path);
    if (result.exportedPath === null) return;
    const exported = world.disk.entries.get(result.exportedPath)?.content;
    require(exported !== undefined && hash(exported) === wanted, () => `${name} was not exported whole`);
  }
  let results = new Map(world.books.results().map((row) => [row.generationId, row]));

  /**
   * What the vendor was made to begin: once for each job, model and content, unless the one before had failed or the person took the
   * risk. A file that was changed and retried is another content.
   */
  function checkStarts(): void {
    const overAt = new Map<string, number>();
    const again = new Map<string, number>();
    for (const one of world.vendor.generations) {
      const key = `${one.project.job} ${one.model}`;
      const content = `${key} ${one.project.medium === null ? '' : hash(one.project.medium)}`;
      const before = overAt.get(content) ?? 0;
      if (before > one.at) again.set(key, (again.get(key) ?? 0) + 1);
      const failsAt = one.fails ? one.endsAt : one.takenBack?.fails ? one.takenBack.until : Number.POSITIVE_INFINITY;
      overAt.set(content, Math.max(before, failsAt));
    }
    for (const [key, count] of again) {
      require(count <= (person.risks.get(key) ?? 0), () => `Paid twice: ${key}, ${count} times more than once`);
    }
  }

  function checkCaps(
    jobs: ReturnType<typeof world.books.jobs>,
    ledger: readonly BookedEntry[],
    jobOf: ReadonlyMap<string, string>,
  ): void {
    const batchOf = new Map(jobs.map((job) => [job.id, job]));
    const spent = new Map<string, number>();
    for (const { generationId, kind, amount } of ledger) {
      const job = batchOf.get(jobOf.get(generationId) ?? '');
      if (job === undefined || job.cap === null) continue;
      const sum = (spent.get(job.batchId) ?? 0) + (kind === 'release' || kind === 'refund' ? -1 : 1) * (amount ?? 0);
      spent.set(job.batchId, sum);
    }
    for (const job of jobs) {
      const sum = spent.get(job.batchId) ?? 0;
      require(job.cap === null || sum <= job.cap, () => `Batch ${job.batchId} costs ${sum}, its cap is ${job.cap}`);
    }
  }

  function checkDisk(): void {
    const whole = new Set(world.vendor.generations.map((one) => one.resultHash));
    for (const [file, { content }] of world.disk.entries) {
      const isFinal = file.startsWith(OUTPUT)
        ? !path.basename(file).startsWith('.cleartake-')
        : path.basename(file).startsWith('result.') && !file.endsWith('.part');
      require(!isFinal || whole.has(hash(content)), () => `${file} is not whole`);
    }
    for (const [file, content] of person.sources) {
      require((world.disk.entries.get(file)?.content ?? null) === content, () => `The source ${file} was changed`);
    }
    for (const [id, file] of stored) require(world.disk.entries.has(file), () => `The result of ${id} is lost`);
  }

  function checkEvents(): void {
    if (heard !== world.events) heardUpTo = 0;
    heard = world.events;
    for (; heardUpTo < world.events.length; heardUpTo++) {
      const before = world.events[heardUpTo - 1];
      const event = world.events[heardUpTo];
      const isNext = before === undefined || event?.revision === before.revision + 1;
      require(isNext, () => `After revision ${before?.revision} came ${event?.revision}`);
    }
  }

  return {
    check() {
      const { books } = world;
      const generations = books.generations();
      const ledger = books.ledger();
      results = new Map(books.results().map((row) => [row.generationId, row]));
      const entries = Map.groupBy(ledger, (entry) => entry.generationId);
      checkSteps();
      checkJobs(Map.groupBy(generations, (one) => one.jobId));
      for (const generation of generations) checkGeneration(generation, entries.get(generation.id) ?? []);
      checkStarts();
      checkCaps(books.jobs(), ledger, new Map(generations.map((one) => [one.id, one.jobId])));
      checkDisk();
      checkEvents();
    },
  };
}
