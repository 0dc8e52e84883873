import { expect, test } from 'vitest';
import { createEngineClient } from '../../../electron/platform/processes/engine-client.ts';
import type { HelperProcess } from '../../../electron/platform/processes/helper-process.ts';
import type { ToHelper } from '../../../shared/engine-api/helper-envelope.ts';

const LENGTH = { frames: 48_000, sampleRate: 48_000, isSilent: false };
const RESTORED = {
  frames: 1,
  sampleRate: 48_000,
  channels: 1,
  hasVideo: false,
  outputs: [{ path: '/out', format: 'wav', extension: 'wav', contentType: 'audio/wav', bytes: 44 }],
  residentBytes: 1,
  startedThreads: 0,
  failedThreads: 0,
};

/** A helper that answers each request with what the test says. */
function helperThatSays(...answers: readonly ((id: number) => unknown)[]) {
  const listeners: ((message: unknown) => void)[] = [];
  const warnings: string[] = [];
  let stops = 0;
  const helper: HelperProcess = {
    send: (message) => {
      const { id } = message as Extract<ToHelper, { kind: 'request' }>;
      for (const answer of answers) for (const listener of listeners) listener(answer(id));
    },
    onMessage: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
    onExit: () => () => undefined,
    stop: async () => {
      stops += 1;
    },
  };
  const log = { info: () => undefined, warn: (message: string) => warnings.push(message), error: () => undefined };
  return { client: createEngineClient(helper, log), stops: () => stops, warnings };
}

const result = (value: unknown) => (id: number) => ({ kind: 'result', id, result: value });

test('an answer that is what it should be arrives', async () => {
  const { client, stops } = helperThatSays(() => ({ kind: 'ready' }), result(LENGTH));
  expect(await client.request('length', { path: '/a.wav' })).toEqual(LENGTH);
  expect(stops()).toBe(0);
});

test('an engine that says what it may not say is ended, and every request with it', async () => {
  const wrong: readonly ((id: number) => unknown)[] = [
    () => 'text',
    () => null,
    () => ({ kind: 'result' }),
    () => ({ kind: 'relay' }),
    result(null),
    result({ ...LENGTH, frames: '48000' }),
    result({ ...LENGTH, frames: -1 }),
    result({ ...LENGTH, sampleRate: Number.NaN }),
    (id) => ({ kind: 'progress', id, progress: { stage: 'scanning', fraction: 2 } }),
    (id) => ({ kind: 'progress', id, progress: { stage: '<b>', fraction: 0.5 } }),
    (id) => ({ kind: 'failed', id, error: { code: 'no such code', userMessage: '', retryable: false } }),
  ];
  for (const answer of wrong) {
    const { client, stops } = helperThatSays(answer);
    await expect(client.request('length', { path: '/a.wav' })).rejects.toMatchObject({ code: 'engineCrashed' });
    expect(stops()).toBe(1);
    await expect(client.request('length', { path: '/a.wav' })).rejects.toMatchObject({ code: 'engineCrashed' });
  }
});

test('names that an engine gives to files and types are plain ones', async () => {
  for (const change of [{ extension: '../wav' }, { extension: '' }, { contentType: 'audio/wav\r\nx: y' }]) {
    const outputs = RESTORED.outputs.map((output) => ({ ...output, ...change }));
    const { client } = helperThatSays(result({ ...RESTORED, outputs }));
    const params = { input: '/a.wav', model: 'service-2', outputs: [] } as const;
    await expect(client.request('restore', params)).rejects.toMatchObject({ code: 'engineCrashed' });
  }
});

test('more bytes than were asked for are refused', async () => {
  const { client } = helperThatSays(result({ samples: new Uint8Array(300_000) }));
  const params = { path: '/a.wav', indexPath: null, sampleRate: 48_000, fromFrame: 0, frames: 1 };
  await expect(client.request('pcm', params)).rejects.toMatchObject({ code: 'engineCrashed' });
});

test('threads that did not start are logged with their number', async () => {
  const { client, warnings } = helperThatSays(result({ ...RESTORED, failedThreads: 2 }));
  await client.request('restore', { input: '/a.wav', model: 'service-2', outputs: [] });
  expect(warnings).toEqual(['Threads of the engine did not start: it took longer']);
  const quiet = helperThatSays(result(RESTORED));
  await quiet.client.request('restore', { input: '/a.wav', model: 'service-2', outputs: [] });
  expect(quiet.warnings).toEqual([]);
});
