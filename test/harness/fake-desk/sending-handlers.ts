/** Calls on the fake desk that send finished recordings to another connection, whole or their worst minute. */

import { hasEnded } from '../../../shared/domain/job-state.ts';
import type { Passage } from '../../../shared/domain/listening/verdict.ts';
import { type ModelId, priceOf } from '../../../shared/domain/models.ts';
import { quoteGeneration, sumQuotes } from '../../../shared/domain/money.ts';
import { makeGeneration, makeJob } from './fake-jobs.ts';
import type { FakeState } from './fake-state.ts';
import type { Os } from './refuse.ts';

/** Where the worst minute of every longer recording is, in seconds. */
const WORST = { fromSeconds: 750, seconds: 60 };

interface Sent {
  readonly jobIds: readonly string[];
  readonly connectionId: string;
}

function sendable(fake: FakeState, { jobIds, connectionId }: Sent) {
  const wanted = jobIds.flatMap((id) => fake.jobs.get(id) ?? []);
  return wanted.filter((job) => job.state.kind === 'done' && job.connectionId !== connectionId);
}

function repeatable(fake: FakeState, jobIds: readonly string[]) {
  return jobIds.flatMap((id) => fake.jobs.get(id) ?? []).filter(({ state }) => hasEnded(state));
}

function partOf(passage: Passage | undefined) {
  if (passage === undefined) return WORST;
  return { fromSeconds: passage.startSeconds, seconds: passage.endSeconds - passage.startSeconds };
}

export function sendingHandlers(os: Os, fake: FakeState) {
  const costOf = (connectionId: string, models: readonly ModelId[], seconds: number) => {
    const { prices } = fake.connections.find(({ id }) => id === connectionId) ?? fake.chosen();
    return models.map((model) => quoteGeneration(seconds, priceOf(prices, model)));
  };
  return {
    quoteSending: os.queue.quoteSending.handler(({ input }) => {
      const sent = sendable(fake, input);
      const quotes = sent.flatMap(({ durationSeconds, generations }) =>
        costOf(input.connectionId, input.models ?? generations.map(({ model }) => model), durationSeconds ?? 0),
      );
      const figures = { amountAddedByMinimum: 0, reusable: 0, unmeasured: 0, unmeasuredMayCost: false };
      return { recordings: sent.length, amount: sumQuotes(quotes).amount, ...figures };
    }),
    paidRepeats: os.queue.paidRepeats.handler(({ input }) => fake.paidRepeats(input)),
    send: os.queue.send.handler(({ input }) => {
      fake.sent.push(input);
      return { jobIds: sendable(fake, input).map(({ id }) => `${id}-sent`) };
    }),
    quoteAgain: os.queue.quoteAgain.handler(({ input }) => {
      const jobs = repeatable(fake, input.jobIds);
      const quotes = jobs.flatMap(({ connectionId, durationSeconds, generations }) =>
        costOf(connectionId, input.models ?? generations.map(({ model }) => model), durationSeconds ?? 0),
      );
      const figures = { amountAddedByMinimum: 0, reusable: 0, unmeasured: 0, unmeasuredMayCost: false };
      return { recordings: jobs.length, amount: sumQuotes(quotes).amount, ...figures };
    }),
    restoreAgain: os.queue.restoreAgain.handler(({ input }) => {
      fake.again.push(input);
      return { jobIds: repeatable(fake, input.jobIds).map(({ id }) => `${id}-again`) };
    }),
    downloadAgain: os.queue.downloadAgain.handler(({ input }) => ({
      ...fake.downloads,
      downloading: input.jobIds.length - fake.downloads.here - fake.downloads.gone - fake.downloads.failed,
    })),
    keep: os.queue.keep.handler(({ input }) => ({
      changed: fake.update(input.jobIds, (job) => ({ ...job, weaknesses: [] })),
    })),
    quoteExcerpt: os.queue.quoteExcerpt.handler(({ input }) => {
      const seconds = fake.jobs.get(input.jobId)?.durationSeconds ?? 0;
      if (input.passage === undefined && seconds <= WORST.seconds)
        return { minute: null, amount: null, amountAddedByMinimum: null, reusable: 0, cap: null };
      const minute = partOf(input.passage);
      const quotes = costOf(input.connectionId, input.models, minute.seconds);
      const { amount } = sumQuotes(quotes);
      const { prices } = fake.connections.find(({ id }) => id === input.connectionId) ?? fake.chosen();
      const amountAddedByMinimum = input.models.reduce(
        (sum, model, index) => sum + (quotes[index]?.secondsAddedByMinimum ?? 0) * (priceOf(prices, model) ?? 0),
        0,
      );
      return { minute, amount, amountAddedByMinimum, reusable: 0, cap: null };
    }),
    tryExcerpt: os.queue.tryExcerpt.handler(({ input }) => {
      const { connectionId, jobId, models, passage } = input;
      const minute = partOf(passage);
      fake.tried.push(input);
      const id = `${jobId}-minute`;
      const name = `${fake.jobs.get(jobId)?.name.replace(/\.[^.]*$/, '')}, minute from 12.30.wav`;
      const part = { id, name, started: true, durationSeconds: minute.seconds, connectionId };
      const made = {
        ...part,
        excerpt: {
          of: jobId,
          kind: passage === undefined ? ('worst-minute' as const) : ('passage' as const),
          ...minute,
        },
        generations: models.map((one) => makeGeneration(id, one)),
      };
      const job = { ...makeJob(0, made, fake.options.now()), position: fake.nextPosition() };
      fake.jobs.set(id, job);
      fake.announce([job]);
      return { jobId: id };
    }),
  };
}
