import { expect, test } from 'vitest';
import { announcement, pageMark, pageTitle } from '../../../renderer/app/frame/batch-status.tsx';
import { tokenOf } from '../../../renderer/bridge/browser-session.ts';
import { backoffMs } from '../../../renderer/bridge/desk-link.ts';
import { sentenceOf } from '../../../renderer/components/messages/saving.tsx';
import {
  amountOfAudio,
  shortSpan,
  shortTime,
  shownName,
  spokenSpan,
  spokenTime,
  timeUntil,
} from '../../../renderer/components/text/format.ts';
import {
  addressProblem,
  priceText,
  priceWords,
  readBaseUrl,
  readPrice,
  withScheme,
} from '../../../renderer/features/connections/prices.ts';
import { quoteWords, startPrice, warningsOf } from '../../../renderer/features/desk/batch-bar/quote-words.ts';
import { runWords } from '../../../renderer/features/desk/status-line/run-message.tsx';
import { historyStateWord } from '../../../renderer/features/history/list/history-words.ts';
import { NO_TOTALS } from '../../../renderer/state/queue-store.ts';
import { pageAddress, routeOf } from '../../../renderer/state/route-store.ts';
import type { RunSummary } from '../../../shared/contract/views.ts';
import { outputPlaceSchema } from '../../../shared/domain/batch/batch-preset.ts';
import { ERROR_CODES } from '../../../shared/domain/error-messages/table.ts';
import { CleartakeError, messageOf, textOf } from '../../../shared/domain/errors.ts';
import { folderOf } from '../../../shared/domain/history/facts.ts';
import { seasonSummary } from '../../harness/fake-desk/season-scene.ts';

test('times left are rounded', () => {
  expect([12, 59, 90, 3599, 5400, 36_000 * 3].map(spokenTime)).toEqual([
    'under a minute',
    'under a minute',
    '2 min',
    '1 h',
    '1 h 30 min',
    '30 h',
  ]);
  expect(shortTime(20)).toBe('< 1 min');
  const spans = [
    { least: 240, most: 240 },
    { least: 240, most: 540 },
    { least: 20, most: 50 },
    { least: 20, most: 240 },
    { least: 3000, most: 5400 },
  ];
  expect(spans.map(spokenSpan)).toEqual([
    '4 min',
    '4 to 9 min',
    'under a minute',
    'up to 4 min',
    '50 min to 1 h 30 min',
  ]);
  expect(spans.map(shortSpan)).toEqual(['4 min', '4–9 min', '< 1 min', '≤ 4 min', '50 min–1 h 30 min']);
  expect([30, 120, 18_360].map(amountOfAudio)).toEqual(['30 s of audio', '2 min of audio', '5.1 h of audio']);
  expect([0, 12_400, 59_500, 61_000, 5_400_000].map((until) => timeUntil(until, 0))).toEqual([
    '1 s',
    '13 s',
    '1 min',
    '2 min',
    '1 h 30 min',
  ]);
});

test('every error says what happened on one line and what to do on another', () => {
  for (const code of ERROR_CODES) {
    const { what, ...others } = messageOf(new CleartakeError(code));
    const rest = textOf(others, 'desk');
    expect(what).toMatch(/[.!?]$/);
    expect(rest.charAt(0)).toBe(rest.charAt(0).toUpperCase());
    expect(rest.length, what).toBeGreaterThan(5);
  }
});

test('the live region is empty before a start, and one sentence afterward', () => {
  expect(announcement({ ...NO_TOTALS, jobs: 3, notStarted: 3 })).toBe('');
  const run = {
    ...{ started: 10, done: 4, failed: 1, cancelled: 1, progress: 0.4, failedShare: 0.1 },
    ...{ secondsLeft: { least: 600, most: 900 }, startedAt: 0, finishedAt: null },
  };
  expect(announcement({ ...NO_TOTALS, jobs: 70, done: 64, failed: 3, active: 2, run })).toBe(
    '4 of 9 recordings done, 1 failed, 10 to 15 min left.',
  );
});

test('the end of a batch is told in the title, on the icon and once to screen readers', () => {
  const going = {
    ...{ started: 121, done: 42, failed: 2, cancelled: 1, progress: 0.357, failedShare: 0.02 },
    ...{ secondsLeft: null, startedAt: 0, finishedAt: null },
  };
  const working = { ...NO_TOTALS, active: 2, run: going };
  expect([pageTitle(working), pageMark(working)]).toEqual(['42 of 120 · Cleartake', 35]);
  const ended = { ...NO_TOTALS, run: { ...going, done: 118, finishedAt: 9 }, lastRun: seasonSummary(0) };
  expect([pageTitle(ended), pageMark(ended)]).toEqual(['✓ 118 of 120 · Cleartake', 'done']);
  expect(announcement(ended)).toBe('Batch finished. 118 done, 2 failed.');
  const seen = { ...ended, lastRun: null };
  expect([pageTitle(seen), pageMark(seen), announcement(seen)]).toEqual(['Cleartake', null, '']);
});

test('the summary says what there is to say, and no zeros but the cost', () => {
  const words = (run: RunSummary) => runWords(run).split(' · ').slice(1);
  expect(words(seasonSummary(0))).toEqual([
    '2 need attention',
    '16.92 USD charged, quoted 17.30 at most',
    '3.10 USD saved by 14 results from history',
    '114 files in Restored and 1 other folder',
  ]);
  const free = {
    ...seasonSummary(0),
    failed: 0,
    charged: 0,
    quoted: 0,
    saved: 0,
    reused: 1,
    delivered: 0,
    folders: [],
  };
  expect(words(free)).toEqual([
    'free',
    '1 result from history at no charge',
    'kept in Cleartake’s library, no files saved',
  ]);
  expect(words({ ...free, quoted: null, unpriced: 3, reused: 0 })[0]).toBe(
    '0.00 USD charged, price unknown for 3 more',
  );
  expect(words({ ...free, paidAgain: 2, reused: 0 })).toContain('2 paid again');
});

test('the token is read from the fragment only', () => {
  expect(tokenOf('#token=abc-_1')).toBe('abc-_1');
  expect(tokenOf('#/history')).toBeNull();
  expect(tokenOf('#token=')).toBeNull();
});

test('the delay between reconnects grows to eight seconds', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map((attempt) => backoffMs(attempt, 0))).toEqual([
    300, 600, 1200, 2400, 4800, 8000, 8000,
  ]);
  expect(backoffMs(50, 1)).toBe(6400);
});

test('a refusal shows its own sentence; any other error shows a general one', () => {
  const refusal = { code: 'REFUSED', data: { code: 'keyMissing', userMessage: 'Enter the key.' } };
  expect(sentenceOf(refusal)).toBe('Enter the key.');
  expect(sentenceOf(new Error('ECONNRESET at socket.c:12'))).not.toContain('ECONNRESET');
});

test('prices become micro-dollars per second, whatever the unit', () => {
  expect(readPrice('0.018', 'minute')).toBe(300);
  expect(readPrice('0,0003', 'second')).toBe(300);
  expect(readPrice('  ', 'minute')).toBeNull();
  expect(readPrice('0', 'minute')).toBe(0);
  for (const wrong of ['abc', '-1', '1e5', '.', '1 000', '99999999'])
    expect(readPrice(wrong, 'second')).toBe('invalid');
  expect(priceWords(300)).toBe('0.018 USD per minute');
  expect(priceWords(null)).toBeNull();
  expect([priceText(300), priceText(null)]).toEqual(['0.018', '']);
});

test('a service address is https, or http on this computer', () => {
  expect(readBaseUrl('https://api.example.com/')).toBe('https://api.example.com');
  expect(readBaseUrl('https://api.example.com/v1/')).toBe('https://api.example.com');
  expect(readBaseUrl('http://127.0.0.1:8080')).toBe('http://127.0.0.1:8080');
  expect(readBaseUrl(withScheme('127.0.0.1:8080'))).toBe('http://127.0.0.1:8080');
  expect(readBaseUrl(withScheme('localhost:8080/v1'))).toBe('http://localhost:8080');
  expect(readBaseUrl('http://api.example.com')).toBeNull();
  expect(readBaseUrl('ftp://x')).toBeNull();
  expect(addressProblem('https://me:secret@api.example.com')).toBe('credentials');
  expect(addressProblem('https://api.example.com/?a=b')).toBe('extra');
  expect(addressProblem('api.example.com/v1')).toBe('noScheme');
  expect(addressProblem('api.example.com:8080')).toBe('noScheme');
  expect(addressProblem('http://api.example.com')).toBe('plain');
  expect(addressProblem('ftp://x')).toBe('incomplete');
  expect(addressProblem('my service')).toBe('incomplete');
  expect(readBaseUrl('https://me:secret@api.example.com')).toBeNull();
  expect(readBaseUrl('api.example.com')).toBeNull();
});

const share = { connectionId: 'r', name: 'Studio', isBuiltIn: false, recordings: 3, amount: 54_000 } as const;
const quote = {
  recordings: 3,
  generations: 3,
  durationSeconds: 100,
  billableSeconds: 180,
  secondsAddedByMinimum: 80,
  amount: 54_000,
  amountAddedByMinimum: 24_000,
  reusable: 0,
  twins: 0,
  reused: [],
  savedByHistory: 0,
  unmeasured: 0,
  unmeasuredMayCost: false,
  alternatives: { 'service-2': 54_000, 'service-3.5': null },
  connections: [{ ...share, cap: null, threshold: null }],
  outputProblem: null,
  secondsTaken: null,
};

test('the quote shows the cost, what the minimum adds, and what is unknown', () => {
  const prices = { 'service-2': 300, 'service-3.5': null };
  const remote = { name: 'Studio', prices } as const;
  const both = ['service-2', 'service-3.5'] as const;
  const minimum = '0.024 of the 0.054 USD is the 60-second minimum';
  const most = { price: '0.054 USD', bound: 'at most' };
  expect(quoteWords(quote, remote, both)).toEqual({ ...most, note: `over Studio · ${minimum}` });
  expect(quoteWords({ ...quote, amountAddedByMinimum: 0 }, remote, both)).toEqual({ ...most, note: 'over Studio' });
  expect(quoteWords({ ...quote, amount: null, amountAddedByMinimum: null }, remote, both)).toEqual({
    ...{ price: 'Cost unknown', bound: '' },
    note: 'Studio has no price for Service 3.5. Set it under Connections.',
  });
  const free = { name: 'This computer', prices: { 'service-2': 0, 'service-3.5': 0 } } as const;
  const here = {
    ...quote.connections[0],
    name: 'This computer',
    isBuiltIn: true,
    amount: 0,
    cap: null,
    threshold: null,
  };
  expect(quoteWords({ ...quote, amount: 0, unmeasured: 2, connections: [here as never] }, free, both)).toEqual({
    ...{ price: 'Free', bound: '', note: '2 still being measured' },
  });
  // Recordings for a connection with prices, while either connection is selected: never free beside a price.
  const measuring = { ...quote, amount: 0, unmeasured: 2, unmeasuredMayCost: true };
  for (const connection of [free, remote]) {
    expect(quoteWords(measuring, connection, both)).toEqual({
      ...{ price: 'Measuring…', bound: '', note: '2 still being measured' },
    });
  }
  expect(quoteWords({ ...quote, amount: 0 }, free, both).price).toBe('Nothing to pay');
  // A time beside a price has a word, so that nobody takes it for another amount.
  const taking = (secondsTaken: { least: number; most: number }) =>
    quoteWords({ ...quote, amount: 0, connections: [here as never], secondsTaken }, free, both).note;
  expect(taking({ least: 240, most: 540 })).toBe('about 4 to 9 min');
  expect(taking({ least: 20, most: 70 })).toBe('up to 1 min');
  expect(taking({ least: 10, most: 50 })).toBe('under a minute');
  // Recordings for a connection without prices don't become free when the free one is selected.
  expect(quoteWords({ ...quote, amount: null, amountAddedByMinimum: null }, free, both)).toMatchObject({
    ...{ price: 'Cost unknown' },
    note: 'Some recordings use a connection without prices. Set them under Connections.',
  });
});

test('a quote promises nothing for recordings that are still being measured', () => {
  const words = quoteWords({ ...quote, unmeasured: 2 }, null, []);
  expect(words).toEqual({
    price: '0.054 USD',
    bound: 'so far',
    note: expect.stringContaining('2 still being measured'),
  });
});

test('the quote tells of caps and thresholds, and sums several connections', () => {
  const cap = { kind: 'day', cap: 25_000_000, left: 10_000, waiting: 3 } as const;
  const capped = { ...quote, connections: [{ ...share, cap, threshold: 10_000_000 }] };
  expect(warningsOf(capped)).toEqual([
    'Your cap leaves 0.01 USD, so 3 recordings wait',
    'Passes the 10.00 USD billing threshold: the service will invoice then',
  ]);
  expect(quoteWords({ ...capped, twins: 1 }, null, []).note).toMatch(
    /1 recording comes twice, paid once.*cap 25\.00 USD today/,
  );
  const one = { ...share, cap: { ...cap, waiting: 1 }, threshold: null };
  expect(warningsOf({ connections: [one] })).toEqual(['Your cap leaves 0.01 USD, so one recording waits']);
  const two = {
    ...quote,
    connections: [...quote.connections, { ...share, connectionId: 's', cap: null, threshold: null }],
  };
  expect(quoteWords(two, null, [])).toMatchObject({ price: '0.054 USD', note: expect.not.stringContaining('over') });
  expect(quoteWords({ ...quote, secondsTaken: { least: 1500, most: 2100 } }, null, []).note).toContain(
    'about 25 to 35 min',
  );
});

test('the price beside Start doesn’t include recordings that are still being measured', () => {
  expect(startPrice(quote)).toBe('0.054 USD');
  expect(startPrice({ ...quote, amount: null })).toBe('cost unknown');
  expect(startPrice({ ...quote, amount: 0 })).toBe('nothing to pay');
  expect(startPrice({ ...quote, unmeasured: 1, unmeasuredMayCost: true })).toBe('0.054 USD, 1 still being measured');
  expect(startPrice({ ...quote, amount: 0, unmeasured: 1 })).toBe('nothing to pay, 1 still being measured');
  expect(startPrice({ ...quote, amount: 0, unmeasured: 1, unmeasuredMayCost: true })).toBe('1 still being measured');
});

test('the address holds the page', () => {
  const listen = { name: 'listen', jobId: 'a/b', place: null } as const;
  const settings = { name: 'settings', jobId: null, place: 'watch-folders' } as const;
  expect(routeOf('#/listen/a%2Fb')).toEqual(listen);
  expect(routeOf('#token=x')).toEqual({ name: 'desk', jobId: null, place: null });
  for (const route of [listen, settings]) expect(routeOf(pageAddress(route))).toEqual(route);
  expect(routeOf('#/settings/no-such-place')).toEqual({ ...settings, place: null });
  expect(pageAddress({ name: 'history', jobId: null, place: null })).toBe('#/history');
});

test('the history shows folders with either separator, and unknown states', () => {
  expect(folderOf('/home/me/show/a.wav')).toBe('/home/me/show');
  expect(folderOf('C:\\show\\a.wav')).toBe('C:\\show');
  expect(folderOf(null)).toBe('');
  expect(historyStateWord('generating')).toBe('Processing');
  expect(historyStateWord('hibernating')).toBe('Hibernating');
});

test('names are shown without control characters that turn or break the line', () => {
  expect(shownName('“¿listo?” 🎙 عربي.wav')).toBe('“¿listo?” 🎙 عربي.wav');
  expect(shownName('a\u202evaw.exe\n')).toBe('a\ufffdvaw.exe\ufffd');
});

test('the output folder is a full path on any system', () => {
  const taken = ['/home/me/out', 'C:\\Podcast', 'd:/Podcast', '\\\\server\\share'];
  for (const path of taken) expect(outputPlaceSchema.safeParse({ kind: 'folder', path }).success, path).toBe(true);
  const refused = ['', 'out', './out', '../out', '~/out', 'C:out', '\\out'];
  for (const path of refused) expect(outputPlaceSchema.safeParse({ kind: 'folder', path }).success, path).toBe(false);
});
