import { createProcedureClient, ORPCError } from '@orpc/server';
import { expect, test } from 'vitest';
import { os } from '../../../electron/core/calls/router.ts';
import type { FindEvent } from '../../../shared/contract/listening/sources.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';

const REFUSED = { defined: true, code: 'REFUSED', status: 422, message: 'Refused', data: { code: 'notFound' } };
const LOOKING: FindEvent = { kind: 'looking', files: 1 };

const refuse = (): never => {
  throw new CleartakeError('notFound', { detail: 'job' });
};

async function thrownBy(work: () => Promise<unknown>): Promise<unknown> {
  return work().then(
    () => 'nothing',
    (failure: unknown) => failure,
  );
}

test('what a call refuses arrives as the declared refusal, thrown at once or later', async () => {
  const sentence = new CleartakeError('notFound').userMessage;
  const atOnce = createProcedureClient(os.system.notices.handler(refuse));
  const later = createProcedureClient(os.system.notices.handler(async () => refuse()));
  for (const client of [atOnce, later]) {
    const failure = await thrownBy(() => client());
    expect(failure).toBeInstanceOf(ORPCError);
    expect(failure).toMatchObject(REFUSED);
    expect(failure).toMatchObject({ data: { userMessage: sentence, parts: expect.any(Object) } });
  }
});

test('a defect is no refusal', async () => {
  const defect = new TypeError('a defect');
  const client = createProcedureClient(
    os.system.notices.handler(() => {
      throw defect;
    }),
  );
  expect(await thrownBy(() => client())).toBe(defect);
});

const find = { jobId: 'job', paths: ['/takes'] };

test('what refuses between two events arrives as the declared refusal too', async () => {
  const client = createProcedureClient(
    os.sources.find.handler(async function* () {
      yield LOOKING;
      refuse();
    }),
  );
  const events = await client(find);
  await expect(events.next()).resolves.toMatchObject({ done: false });
  expect(await thrownBy(() => events.next())).toMatchObject(REFUSED);
});

test('a call that is taken back makes no more events, and ends what made them', async () => {
  let made = 0;
  let isOver = false;
  const client = createProcedureClient(
    os.sources.find.handler(async function* () {
      try {
        for (; made < 100; made++) yield LOOKING;
      } finally {
        isOver = true;
      }
    }),
  );
  const stop = new AbortController();
  const events = await client(find, { signal: stop.signal });
  await events.next();
  stop.abort();
  await expect(events.next()).resolves.toEqual({ done: true, value: undefined });
  expect([made, isOver]).toEqual([0, true]);
});
