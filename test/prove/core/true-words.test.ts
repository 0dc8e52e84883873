/** Whatever an error says about sending, starting and paying is compared with the books: every code, at every stage, in every state of the money. */

import { existsSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { UNSUPPORTED } from '../../../electron/audio/strings.ts';
import { AGREEMENT, CAPS, RECORDING, RESULT, START } from '../../../electron/core/strings.ts';
import { FAILED_GENERATIONS } from '../../../shared/domain/error-messages/failed-generation.ts';
import { type MoneyRecord, reassurance } from '../../../shared/domain/error-messages/reassurance.ts';
import { ERROR_CODES } from '../../../shared/domain/error-messages/table.ts';
import {
  asFinal,
  CleartakeError,
  type ErrorCode,
  type ErrorRecord,
  inTerminal,
  type Message,
  reassured,
  toErrorRecord,
} from '../../../shared/domain/errors.ts';
import { silencedIn, type Truth, untrueIn } from '../../harness/words/judge.ts';
import { openBooks, PARTNERS, PATHS, PRICES, type PriceName } from '../../harness/words/money-states.ts';
import { depth, someOf } from '../depth.ts';

const WITH_PARTS: readonly (readonly [ErrorCode, Message])[] = [
  ...Object.values(CAPS.reached).map((reached) => ['costCapReached', reached('2.00', null)] as const),
  ...Object.values(CAPS.reached).map((reached) => ['costCapReached', reached('2.00', 'Service 3.5')] as const),
  ['costCapReached', CAPS.withoutPrice],
  ['costsMoreThanQuoted', AGREEMENT.costsMore('0.30', '0.06')],
  ['costsMoreThanQuoted', AGREEMENT.costsMore(null, '0.06')],
  ['mediaTruncated', RECORDING.endsEarly('0:10', '0:30')],
  ['sourceChanged', RECORDING.changedAfterResult],
  ['sourceMissing', RECORDING.missingForExport],
  ['sourceChanged', RECORDING.changedForExport],
  ['resultOfOtherLength', RESULT.otherLength('0:10', '0:12')],
  ['paidWorkUnfetched', START.namesakes],
  ['mediaUnsupported', UNSUPPORTED.codec('mpegh')],
  ...Object.values(FAILED_GENERATIONS).map((message) => ['generationFailed', message] as const),
];

/** As an earlier version stored them. */
const STORED: readonly ErrorRecord[] = [
  [
    'requestInvalid',
    'The service doesn’t accept this request as valid. Nothing was started or charged. Update Cleartake; if that doesn’t help, contact the service’s owner.',
  ],
  ['keyMayNot', 'This API key may not. Nothing was charged. Ask for another one.'],
  ['sourceChanged', 'The file changed after it was added. Nothing was sent. Retry to use the new version.'],
].map(([code, userMessage]) => ({ code: code as ErrorCode, userMessage: userMessage ?? '', retryable: false }));

const RECORDS: readonly ErrorRecord[] = [
  ...ERROR_CODES.flatMap((code) => {
    const record = toErrorRecord(new CleartakeError(code));
    return [record, asFinal(record)];
  }),
  ...WITH_PARTS.map(([code, parts]) => toErrorRecord(new CleartakeError(code, { parts }))),
  ...STORED,
];

const MODELS = ['service-2', 'service-3.5'] as const;

const texts = new Map<ErrorRecord, Map<string, readonly string[]>>();

/** The message on the desk and in a terminal: the same for records of money of which the same is said. */
function textsOf(record: ErrorRecord, money: MoneyRecord | undefined): readonly string[] {
  const known = texts.get(record) ?? new Map<string, readonly string[]>();
  texts.set(record, known);
  const said = (money === undefined ? undefined : reassurance(money)) ?? '';
  const before = known.get(said);
  if (before !== undefined) return before;
  const told = reassured(record, money);
  const both = [...new Set([told.userMessage, inTerminal(told)])];
  known.set(said, both);
  return both;
}

function tally() {
  const seen = new Set<string>();
  const untrue = new Set<string>();
  const examples: string[] = [];
  let triples = 0;
  let wrong = 0;
  return {
    /** @param stage where the job is */
    look(stage: string, price: PriceName, { context, jobId, truth: read }: ReturnType<typeof openBooks>): void {
      const truth: Truth = read();
      const money = context.store.moneyRecords.ofJobs([jobId]).ofJob.get(jobId);
      const state = JSON.stringify([
        stage,
        price,
        truth,
        context.store.generations.ofJob(jobId).map((one) => one.stateKind),
      ]);
      if (seen.has(state)) return;
      seen.add(state);
      for (const record of RECORDS) {
        triples += 1;
        const problems = textsOf(record, money).flatMap((text) => [
          ...untrueIn(text, truth),
          ...silencedIn(text, truth).map((model) => `silent about ${model}`),
        ]);
        if (problems.length === 0) continue;
        wrong += 1;
        for (const problem of problems) {
          if (untrue.has(problem)) continue;
          untrue.add(problem);
          examples.push(`${problem} (${record.code}, ${state.slice(0, 300)})`);
        }
      }
    },
    get result() {
      return { triples, states: seen.size, wrong, examples };
    },
  };
}

test('whatever is said of a job’s money is true of every error, at every stage, in every state of the books', {
  timeout: 300_000,
}, async () => {
  // Thousands of commits, none of which has to last.
  if (existsSync('/dev/shm')) vi.stubEnv('TMPDIR', '/dev/shm');
  onTestFinished(() => void vi.unstubAllEnvs());
  const all = tally();
  const paths = someOf(Object.keys(PATHS), 6);
  for (const price of Object.keys(PRICES) as PriceName[]) {
    const books = openBooks(price);
    const walk = async (path: string, partner: string | null) => {
      const look = (stage: string) => all.look(stage, price, books);
      books.begin(partner === null ? MODELS.slice(0, 1) : MODELS);
      look('queued');
      books.enter('preparing');
      look('preparing');
      books.enter('uploading');
      look('uploading');
      books.callForProject();
      look('uploading');
      books.beginUpload();
      look('uploading');
      books.changeSource();
      look('uploading');
      books.beginUpload();
      books.enter('ready');
      look('ready');
      books.enter('generating');
      look('generating');
      for (const step of partner === null ? [] : (PATHS[partner] ?? [])) await step(books, MODELS[1]);
      for (const step of PATHS[path] ?? []) {
        await step(books, MODELS[0]);
        look('generating');
      }
      for (const stage of ['downloading', 'exporting'] as const) {
        books.enter(stage);
        look(stage);
      }
      books.fail();
      look('failed');
      books.retry();
      for (const stage of ['preparing', 'uploading'] as const) {
        books.enter(stage);
        look(`${stage} again`);
      }
    };
    const partners = price === 'with prices' || price === 'without prices' ? [null, ...PARTNERS] : [null];
    for (const path of paths) for (const partner of partners) await walk(path, partner);
  }
  const { examples, states, triples, wrong } = all.result;
  console.info(
    `${triples} triples of error, stage and money state, in ${states} states: ${wrong} with a sentence that isn’t true`,
  );
  expect(examples).toEqual([]);
  // As many as there were when this was written: fewer would mean that states are no longer reached.
  expect(states).toBeGreaterThan(depth(500, 1000));
});

/** A start that was charged, and one that may have happened. */
const CHARGED = {
  model: 'service-2',
  accepted: 1,
  lost: 0,
  charged: 150_000,
  hasCharge: true,
  held: 0,
  hasHold: false,
} as const;
const LOST = { ...CHARGED, ...{ accepted: 0, lost: 1, charged: 0, hasCharge: false, held: 150_000, hasHold: true } };
const NONE = { ...CHARGED, ...{ accepted: 0, charged: 0, hasCharge: false } };

test.each([
  ['Nothing was sent.', NONE],
  ['Nothing was uploaded or charged.', NONE],
  ['Nothing was charged.', CHARGED],
  ['Nothing was started or charged.', CHARGED],
  ['Nothing was started or charged.', LOST],
  ['Service 2.0 wasn’t started.', LOST],
  ['Service 2.0 was charged at 0.14 USD.', CHARGED],
  ['Service 2.0 was charged at 0.15 USD; Service 3.5 wasn’t started.', CHARGED],
  ['Service 2.0 was started, and 0.15 USD is reserved.', LOST],
  ['Service 2.0 may have been started, and 0.30 USD is reserved.', LOST],
  ['No charge is recorded for Service 2.0, but the service’s invoice decides.', CHARGED],
  ['The service may charge for Service 2.0.', NONE],
  ['Failed restorations aren’t charged.', CHARGED],
  ['It is kept, and you won’t be charged again.', LOST],
  ['Starting again is free.', NONE],
])('the judge finds that it isn’t true: %s', (text, model) => {
  const truth = { isLocal: false, calls: 1, isUploadBegun: true, models: [model] };
  expect(untrueIn(`The service had a problem. ${text} Retry later.`, truth).length).toBeGreaterThan(0);
});
