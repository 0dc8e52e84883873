/** The queue's calls on the fake desk. */

import type { JobView } from '../../../shared/contract/views.ts';
import type { BatchPreset } from '../../../shared/domain/batch/batch-preset.ts';
import { changeRowSettings, withRowSettings } from '../../../shared/domain/batch/row-settings.ts';
import { isFinal, stageOf } from '../../../shared/domain/job-state.ts';
import { compareModels, type ModelId, priceOf } from '../../../shared/domain/models.ts';
import { quoteGeneration, sumQuotes } from '../../../shared/domain/money.ts';
import { arranged, inQueueOrder, positionsBetween } from '../../../shared/domain/queue-order.ts';
import { makeGeneration, startJob } from './fake-jobs.ts';
import { type FakeState, SAMPLES } from './fake-state.ts';
import { type Os, refuse } from './refuse.ts';
import { sendingHandlers } from './sending-handlers.ts';
import { trackHandlers } from './track-handlers.ts';

export function queueHandlers(os: Os, fake: FakeState) {
  const many = (change: (job: JobView) => JobView) => (ids: readonly string[]) => ({
    changed: fake.update(ids, change),
  });
  const pause = many((job) => {
    const from = stageOf(job.state);
    return from === null || isFinal(job.state) ? job : { ...job, state: { kind: 'paused', from } };
  });
  const resume = many((job) =>
    job.state.kind === 'paused' || job.state.kind === 'waiting' ? { ...job, state: { kind: job.state.from } } : job,
  );
  const cancel = many((job) => (isFinal(job.state) ? job : { ...job, state: { kind: 'cancelled', from: 'queued' } }));
  const retry = many((job) => ({ ...job, state: { kind: 'queued' } }));
  return {
    list: os.queue.list.handler(({ input }) => {
      if (input.offset === 0) fake.listings += 1;
      const jobs = fake.inOrder();
      return {
        revision: fake.revision,
        total: jobs.length,
        jobs: jobs.slice(input.offset, input.offset + input.limit),
        totals: fake.totals(),
      };
    }),
    watch: os.queue.watch.handler(({ signal }) =>
      fake.hub.subscribe(() => ({ revision: fake.revision, jobs: [], removed: [], totals: fake.totals() }), signal),
    ),
    add: os.queue.add.handler(({ input }) => fake.add(input.paths, input.preset ?? fake.preset, input.start)),
    addTyped: os.queue.addTyped.handler(({ input }) => fake.add(input.text.split('\n'), fake.preset, input.start)),
    addSamples: os.queue.addSamples.handler(({ input }) => fake.add(SAMPLES, input.preset ?? fake.preset, input.start)),
    quote: os.queue.quote.handler(({ input }) => {
      const wanted = input.jobIds === undefined ? null : new Set(input.jobIds);
      const waiting = [...fake.jobs.values()].filter((job) => !job.started && wanted?.has(job.id) !== false);
      const measured = waiting.filter((job) => job.durationSeconds !== null);
      const presetOf = (job: JobView) => withRowSettings(fake.preset, job.own);
      const priceIn = (job: JobView, model: ModelId) => priceOf(fake.pricesOf(job), model);
      const one = measured.flatMap((job) =>
        presetOf(job).models.map((model) => ({
          quote: quoteGeneration(job.durationSeconds ?? 0, priceIn(job, model)),
          price: priceIn(job, model),
        })),
      );
      const sum = sumQuotes(one.map(({ quote }) => quote));
      const asked = waiting.flatMap((job) => presetOf(job).models.map((model) => priceIn(job, model)));
      const unmeasured = waiting.length - measured.length;
      const amount = unmeasured > 0 && asked.includes(null) ? null : sum.amount;
      const minimum = one.reduce((micro, { quote, price }) => micro + quote.secondsAddedByMinimum * (price ?? 0), 0);
      return {
        recordings: waiting.length,
        generations: one.length,
        durationSeconds: measured.reduce((seconds, job) => seconds + (job.durationSeconds ?? 0), 0),
        billableSeconds: sum.billableSeconds,
        secondsAddedByMinimum: sum.secondsAddedByMinimum,
        amount,
        amountAddedByMinimum: amount === null ? null : minimum,
        reusable: input.restoresAgain === true ? 0 : fake.reusable,
        twins: waiting.filter(({ id }) => fake.twins.has(id)).length,
        unmeasured,
        unmeasuredMayCost: unmeasured > 0 && asked.some((price) => price !== 0),
        savedByHistory: 0,
        reused: input.restoresAgain === true ? [] : reusedOf(fake, waiting),
        outputProblem: null,
        secondsTaken: null,
        ...sharesOf(fake, measured, presetOf),
      };
    }),
    quotePaths: os.queue.quotePaths.handler(() => {
      throw refuse('notPossibleNow');
    }),
    start: os.queue.start.handler(({ input }) => {
      const ids = input.jobIds ?? [...fake.jobs.keys()];
      const begin = (job: JobView) => startJob(job, withRowSettings(fake.preset, job.own), fake.pricesOf(job));
      return { changed: fake.update(ids, (job) => (job.started ? job : begin(job))) };
    }),
    ...sendingHandlers(os, fake),
    agree: os.queue.agree.handler(({ input }) => resume(input.jobIds)),
    setBatchCap: os.queue.setBatchCap.handler(({ input }) => {
      const atCap = ({ state }: JobView) => state.kind === 'waiting' && state.reason.code === 'costCapReached';
      fake.update([input.jobId], (job) => (atCap(job) ? { ...job, state: { kind: 'generating' } } : job));
    }),
    change: os.queue.change.handler(({ input: { changes, jobIds } }) => {
      const ownOf = (job: JobView) => (changes === null ? null : changeRowSettings(fake.preset, job.own, changes));
      const restarted = (job: JobView) => {
        const isOpen = job.generations.length > 0 && job.generations.every(({ state }) => state === 'ready');
        const own = { ...job.own, ...changes };
        return isOpen
          ? { ...startJob(job, withRowSettings(fake.startedWith ?? fake.preset, own), fake.pricesOf(job)), own }
          : job;
      };
      return { changed: fake.update(jobIds, (job) => (job.started ? restarted(job) : { ...job, own: ownOf(job) })) };
    }),
    ...trackHandlers(os, fake),
    moveToConnection: os.queue.moveToConnection.handler(({ input: { connectionId, jobIds } }) => {
      const to = fake.connections.find(({ id }) => id === connectionId);
      if (to === undefined) throw refuse('notFound');
      const moved = (job: JobView) => (job.started ? job : { ...job, connectionId, connection: to.name });
      return { changed: fake.update(jobIds, moved) };
    }),
    pause: os.queue.pause.handler(({ input }) => pause(input.jobIds)),
    resume: os.queue.resume.handler(({ input }) => resume(input.jobIds)),
    cancel: os.queue.cancel.handler(({ input }) => cancel(input.jobIds)),
    retry: os.queue.retry.handler(({ input }) => retry(input.jobIds)),
    remove: os.queue.remove.handler(({ input }) => ({ changed: fake.remove(input.jobIds).length })),
    clearFinished: os.queue.clearFinished.handler(() => {
      const over = [...fake.jobs.values()].filter(({ state }) => state.kind === 'done' || state.kind === 'cancelled');
      return { jobIds: fake.remove(over.map((job) => job.id)) };
    }),
    restore: os.queue.restore.handler(({ input }) => {
      const back = input.jobIds.flatMap((id) => fake.removed.get(id) ?? []);
      for (const job of back) {
        fake.jobs.set(job.id, job);
        fake.removed.delete(job.id);
      }
      if (back.length > 0) fake.announce(back);
      return { changed: back.length };
    }),
    dismissSummary: os.queue.dismissSummary.handler(() => {
      fake.lastRun = null;
      fake.announce([]);
    }),
    move: os.queue.move.handler(({ input }) => {
      if (fake.refusesMove) {
        fake.refusesMove = false;
        throw refuse('notFound');
      }
      const wanted = new Set(input.jobIds.filter((id) => id !== input.before));
      const moving = [...wanted].flatMap((id) => fake.jobs.get(id) ?? []).sort(inQueueOrder);
      const before = input.before === null ? null : fake.jobs.get(input.before);
      if (before === undefined) throw refuse('notFound');
      let after: number | undefined;
      for (const { position } of before === null ? [] : fake.jobs.values()) {
        if (position < (before?.position ?? 0) && position > (after ?? Number.NEGATIVE_INFINITY)) after = position;
      }
      const places = before === null ? null : positionsBetween(after, before.position, moving.length);
      const positionOf = new Map(
        moving.map(({ id }, index) => [id, places === null ? fake.nextPosition() : places.first + places.step * index]),
      );
      fake.update([...positionOf.keys()], (job) => ({ ...job, position: positionOf.get(job.id) ?? job.position }));
      return { changed: moving.length };
    }),
    arrange: os.queue.arrange.handler(({ input }) => {
      const moving = arranged(input.jobIds.flatMap((id) => fake.jobs.get(id) ?? []));
      const positionOf = new Map(moving.map(([{ id }, position]) => [id, position]));
      return {
        changed: fake.update([...positionOf.keys()], (job) => ({
          ...job,
          position: positionOf.get(job.id) ?? job.position,
        })),
      };
    }),
    prioritize: os.queue.prioritize.handler(({ input }) =>
      many((job) => (job.priority === input.priority ? job : { ...job, priority: input.priority }))(input.jobIds),
    ),
    pauseAll: os.queue.pauseAll.handler(() => {
      fake.paused = true;
      fake.resting = true;
      fake.announce([]);
    }),
    resumeAll: os.queue.resumeAll.handler(() => {
      fake.paused = false;
      fake.resting = false;
      fake.announce([]);
    }),
    addModel: os.queue.addModel.handler(({ input }) => {
      const changed = fake.update([input.jobId], (job) =>
        job.generations.some((generation) => generation.model === input.model)
          ? job
          : {
              ...job,
              state: { kind: 'ready' },
              generations: [...job.generations, makeGeneration(job.id, input.model)].sort((one, other) =>
                compareModels(one.model, other.model),
              ),
            },
      );
      if (changed === 0) throw refuse('notPossibleNow');
    }),
    quoteRepair: os.queue.quoteRepair.handler(({ input }) => {
      const failed = input.jobIds.flatMap((id) => fake.jobs.get(id) ?? []);
      const found = failed.flatMap(({ id, name, remarks }) =>
        remarks.flatMap((remark) => (remark.kind === 'ends-early' ? { jobId: id, name, ...remark } : [])),
      );
      const amount = sumQuotes(
        found.flatMap(({ jobId, seconds }) => {
          const job = fake.jobs.get(jobId);
          return (job?.generations ?? []).map(({ model }) =>
            quoteGeneration(seconds, job === undefined ? null : priceOf(fake.pricesOf(job), model)),
          );
        }),
      ).amount;
      return {
        ...{ recordings: failed.length, amount, amountAddedByMinimum: 0, reusable: 0 },
        ...{ unmeasured: 0, unmeasuredMayCost: false },
        found: found.map(({ declared, jobId, name, seconds }) => ({
          ...{ jobId, name },
          spans: [
            { kind: 'sound' as const, from: 0, to: seconds * 0.3 },
            { kind: 'gap' as const, from: seconds * 0.3, to: seconds * 0.3 + 1.2 },
            { kind: 'sound' as const, from: seconds * 0.3 + 1.2, to: seconds },
            { kind: 'missing' as const, from: seconds, to: declared },
          ],
        })),
      };
    }),
    repair: os.queue.repair.handler(({ input }) => retry(input.jobIds)),
    accept: os.queue.accept.handler(({ input }) => ({
      changed: fake.update(input.jobIds, (job) =>
        job.state.kind === 'in-review' ? { ...job, state: { kind: 'done' }, redoAmount: null } : job,
      ),
    })),
    join: os.queue.join.handler(({ input: { jobIds } }) => {
      const parts = jobIds.flatMap((id) => fake.jobs.get(id) ?? []);
      const [first] = parts;
      if (first === undefined) throw refuse('notPossibleNow');
      const durationSeconds = parts.reduce((sum, job) => sum + (job.durationSeconds ?? 0), 0);
      const joined = parts.map((job) => job.name);
      const whole = { ...first, id: `${first.id}-joined`, durationSeconds, countedSeconds: durationSeconds, joined };
      fake.remove(jobIds);
      fake.jobs.set(whole.id, whole);
      fake.announce([whole]);
      return { jobId: whole.id };
    }),
    split: os.queue.split.handler(({ input: { jobId } }) => {
      const names = fake.jobs.get(jobId)?.joined ?? [];
      const parts = [...fake.removed.values()].filter((job) => names.includes(job.name));
      fake.remove([jobId]);
      for (const part of parts) {
        fake.jobs.set(part.id, part);
        fake.removed.delete(part.id);
      }
      fake.announce(parts);
    }),
    redo: os.queue.redo.handler(({ input }) => {
      fake.redone.push(input);
      fake.update([input.jobId], (job) => ({ ...job, state: { kind: 'queued' }, redoAmount: null }));
      return { jobId: input.jobId };
    }),
    answer: os.queue.answer.handler(({ input }) => {
      fake.answers.push(input);
      fake.update([input.jobId], (job) => ({ ...job, state: { kind: 'generating' } }));
    }),
  };
}

/** The parts of a quote: by model, and by connection. */
function sharesOf(fake: FakeState, jobs: readonly JobView[], presetOf: (job: JobView) => BatchPreset) {
  const amountOf = (some: readonly JobView[], models: (job: JobView) => readonly ModelId[]) =>
    sumQuotes(
      some.flatMap((job) =>
        models(job).map((model) => quoteGeneration(job.durationSeconds ?? 0, priceOf(fake.pricesOf(job), model))),
      ),
    ).amount;
  return {
    alternatives: {
      'service-2': amountOf(jobs, () => ['service-2']),
      'service-3.5': amountOf(jobs, () => ['service-3.5']),
    },
    connections: [...Map.groupBy(jobs, (job) => job.connectionId)].map(([connectionId, some]) => ({
      connectionId,
      name: some[0]?.connection ?? '',
      isBuiltIn: fake.connections.find(({ id }) => id === connectionId)?.kind === 'built-in',
      recordings: some.length,
      amount: amountOf(some, (job) => presetOf(job).models),
      cap: null,
      threshold: null,
    })),
  };
}

/** The first models of the first rows, until there are as many as the test said. */
function reusedOf(fake: FakeState, jobs: readonly JobView[]) {
  return jobs
    .filter(({ id }, index) => index < fake.reusable || fake.twins.has(id))
    .map((job) => {
      const other = fake.jobs.get(fake.twins.get(job.id) ?? '');
      return {
        jobId: job.id,
        models: [...withRowSettings(fake.preset, job.own).models.slice(0, 1)],
        sameAs: other === undefined ? null : { jobId: other.id, name: other.name },
      };
    });
}
