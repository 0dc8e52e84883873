import { expect, test } from 'vitest';
import { readStartOptions } from '../../../build/start/options.ts';

test('without words any host, any port, the default folder, and the browser is opened', () => {
  expect(readStartOptions([], '/home/ann')).toEqual({ host: null, port: 0, open: true, rehearsal: false, files: [] });
});

test('every option and files, relative to where the person stood', () => {
  const words = [
    '--host',
    'browser',
    '--port',
    '7000',
    '--data-dir',
    'desk',
    '--no-open',
    '--rehearsal',
    'a.wav',
    '/b.wav',
  ];
  expect(readStartOptions(words, '/home/ann')).toEqual({
    host: 'browser',
    port: 7000,
    dataDirectory: '/home/ann/desk',
    open: false,
    rehearsal: true,
    files: ['/home/ann/a.wav', '/b.wav'],
  });
});

test.each([
  [['--host', 'phone'], 'phone'],
  [['--port', '70000'], '70000'],
  [['--port', '-1'], '--port'],
  [['--port', '8o'], '8o'],
  [['--data-dir', ''], 'folder'],
  [['--nonsense'], '--nonsense'],
])('%j makes no sense and is said so', (words, reason) => {
  expect(readStartOptions(words, '/')).toEqual({ kind: 'usage', reason: expect.stringContaining(reason) });
});
