import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  FAILING_PERIOD_MS,
  healthAfter,
  MOST_ATTEMPTS,
  RETRY_DELAYS_MS,
  retryDelay,
  windowFault,
} from '../../../electron/service/rules/webhooks/deliveries.ts';
import { testPayload } from '../../../electron/service/rules/webhooks/payloads.ts';
import { GENERATION_STATUSES } from '../../../shared/service-api/bodies.ts';
import {
  EVENT_TYPES,
  eventOfStatus,
  statusOfEvent,
  takesEvent,
  webhookEventPayload,
} from '../../../shared/service-api/webhooks.ts';

const DAY = 24 * 60 * 60 * 1000;

test('there are eight attempts: at once, then after 1 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h', () => {
  expect(MOST_ATTEMPTS).toBe(8);
  expect(RETRY_DELAYS_MS.map((delay) => delay / 1000)).toEqual([1, 300, 1800, 7200, 18_000, 36_000, 36_000]);
  expect(retryDelay(8, 0.5)).toBeNull();
});

test('each wait is within 20 % of its delay, and reaches both ends', () => {
  for (const [index, delay] of RETRY_DELAYS_MS.entries()) {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (random) => {
        const wait = retryDelay(index + 1, random) ?? 0;
        expect(wait).toBeGreaterThanOrEqual(delay * 0.8);
        expect(wait).toBeLessThanOrEqual(delay * 1.2);
      }),
    );
    expect([retryDelay(index + 1, 0), retryDelay(index + 1, 1)]).toEqual([delay * 0.8, delay * 1.2]);
  }
});

test('an endpoint is disabled by a failure more than five days after the first one, with no success between', () => {
  const first = 1_000_000;
  expect(healthAfter(null, false, first)).toEqual({ failingSince: first, disable: false });
  expect(healthAfter(first, false, first + FAILING_PERIOD_MS)).toEqual({ failingSince: first, disable: false });
  expect(healthAfter(first, false, first + FAILING_PERIOD_MS + 1)).toEqual({ failingSince: first, disable: true });
  expect(healthAfter(first, true, first + FAILING_PERIOD_MS + 1)).toEqual({ failingSince: null, disable: false });
});

test('a mark from more than ten days ago begins anew, as does one from the future', () => {
  const first = 1_000_000;
  expect(healthAfter(first, false, first + 10 * DAY)).toEqual({ failingSince: first, disable: true });
  const late = first + 10 * DAY + 1;
  expect(healthAfter(first, false, late)).toEqual({ failingSince: late, disable: false });
  expect(healthAfter(first, false, first - 1)).toEqual({ failingSince: first - 1, disable: false });
});

test('a success at least every five days keeps an endpoint on, whatever fails between', () => {
  const attempts = fc.array(fc.record({ wait: fc.nat(DAY), ok: fc.boolean() }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(attempts, (steps) => {
      let at = 0;
      let lastGood = 0;
      let mark: number | null = null;
      for (const { wait, ok } of steps) {
        at += wait;
        const succeeded: boolean = ok || at - lastGood > FAILING_PERIOD_MS - DAY;
        const health = healthAfter(mark, succeeded, at);
        expect(health.disable).toBe(false);
        mark = health.failingSince;
        if (succeeded) lastGood = at;
      }
    }),
    { numRuns: 2000 },
  );
}, 30_000);

test('a window to recover is at most fourteen days long and runs forwards', () => {
  expect(windowFault({ since: 0, until: 14 * DAY })).toBeNull();
  expect(windowFault({ since: 0, until: 0 })).toBeNull();
  expect(windowFault({ since: 0, until: 14 * DAY + 1 })).toContain('fourteen days');
  expect(windowFault({ since: 1, until: 0 })).toContain('after');
});

test('events say error where polling says failed', () => {
  expect(GENERATION_STATUSES.map((status) => [status, eventOfStatus(status)])).toEqual([
    ['queued', { eventType: 'generation.queued', status: 'queued' }],
    ['processing', { eventType: 'generation.processing', status: 'processing' }],
    ['complete', { eventType: 'generation.completed', status: 'complete' }],
    ['failed', { eventType: 'generation.failed', status: 'error' }],
  ]);
  expect(EVENT_TYPES.map(statusOfEvent)).toEqual(['queued', 'processing', 'error', 'complete']);
});

test('an endpoint with no events selected takes every type, another only its own', () => {
  for (const eventType of EVENT_TYPES) {
    expect(takesEvent([], eventType)).toBe(true);
    expect(takesEvent([eventType], eventType)).toBe(true);
    const others = EVENT_TYPES.filter((other) => other !== eventType);
    expect(takesEvent(others, eventType)).toBe(false);
  }
});

const event = { eventType: 'generation.failed', eventId: 'evt_1', apiKeyId: 'key_1', now: 0 } as const;

test.each(EVENT_TYPES)('a test event of type %s has the payload of a real one', (eventType) => {
  const payload = JSON.parse(testPayload({ ...event, eventType }, {}).toString());
  expect(Object.keys(payload)).toEqual(Object.keys(webhookEventPayload.parse(payload)));
  expect(payload.status).toBe(statusOfEvent(eventType));
  expect(payload.error === null).toBe(eventType !== 'generation.failed');
});

test('whatever a sample says, the fields that the service sets are its own and the others are merged', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (extra) => {
      const text = `{"__proto__":{"polluted":1},"constructor":2,"eventType":"x","eventId":"x","createdAt":"x","apiKeyId":"x","status":"x","apiProjectId":"prj_9",${JSON.stringify(extra).slice(1)}`;
      const sample = JSON.parse(text.replace(/,\}$/, '}'));
      const payload = JSON.parse(testPayload(event, sample).toString());
      expect(payload).toMatchObject({
        eventType: 'generation.failed',
        eventId: 'evt_1',
        createdAt: '1970-01-01T00:00:00.000Z',
        apiKeyId: 'key_1',
        status: 'error',
      });
      // JSON knows no negative zero.
      for (const [name, value] of Object.entries(JSON.parse(JSON.stringify(extra)))) {
        if (!['eventType', 'eventId', 'createdAt', 'apiKeyId', 'status'].includes(name)) {
          expect(Object.getOwnPropertyDescriptor(payload, name)?.value).toEqual(value);
        }
      }
      expect(Object.hasOwn(payload, '__proto__')).toBe(true);
      expect(({} as { polluted?: number }).polluted).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});
