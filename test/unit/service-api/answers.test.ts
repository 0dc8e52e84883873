import { expect, test } from 'vitest';
import {
  isFinalStatus,
  readCreatedProject,
  readDownload,
  readError,
  readListedGenerations,
  readProgress,
  readStartedGeneration,
} from '../../../shared/service-api/answers.ts';

test('ids that a service numbers are taken as text', () => {
  expect(readStartedGeneration({ generationId: 7 })).toEqual({ generationId: '7', status: 'queued' });
});

test.each([
  [{ generationId: 'g', status: 'queued' }],
  [{ generation: { generationId: 'g', status: 'queued', extra: 1 } }],
])('a started generation is read from %j', (body) => {
  expect(readStartedGeneration(body)).toEqual({ generationId: 'g', status: 'queued' });
});

test.each([[{}], [{ generationId: '' }], [{ generationId: {} }], [null], ['g'], [[]]])(
  '%j is no started generation',
  (body) => {
    expect(readStartedGeneration(body)).toBeNull();
  },
);

test('progress is read as a number at the top and as a wrapper', () => {
  const stages = [{ name: 'restoring', status: 'processing', progress: 0.5 }];
  const read = { status: 'processing', progress: 0.4, stages, error: null };
  expect(readProgress({ status: 'processing', progress: 0.4, stages })).toEqual(read);
  expect(readProgress({ progress: { status: 'processing', progress: 0.4, stages } })).toEqual(read);
  expect(readProgress({ progress: { status: 'dreaming' } })).toEqual({ status: 'dreaming', stages: [], error: null });
});

test('odd details of progress never make an answer unreadable', () => {
  const read = { status: 'processing', progress: undefined, stages: [], error: null };
  expect(readProgress({ status: 'processing', progress: 'half', stages: 'many', error: 5 })).toEqual(read);
});

test('a project needs its id and where to send the media; the method is PUT unless said', () => {
  const project = { apiProjectId: 'p', uploadUrl: 'https://s/u' };
  expect(readCreatedProject({ project })).toEqual({ ...project, uploadMethod: 'PUT' });
  expect(readCreatedProject({ apiProjectId: 'p' })).toBeNull();
});

test('the status inside a wrapped progress is the generation’s, whatever the call says beside it', () => {
  expect(readProgress({ status: 'ok', progress: { status: 'complete', progress: 1 } })?.status).toBe('complete');
});

test('a listing with an entry that cannot be told apart is unreadable, not shorter', () => {
  const generations = [{ generationId: 'g', modelKey: null }, { modelKey: 'service-2' }];
  expect(readListedGenerations({ generations })).toBeNull();
});

test('downloads and listings are read, and a listing without its array is none', () => {
  expect(readDownload({ download: { downloadUrl: 'https://s/d' } })).toEqual({ downloadUrl: 'https://s/d' });
  const listed = { generationId: 'g', modelKey: 'service-2' };
  const read = { generations: [{ ...listed, status: 'unknown' }] };
  expect(readListedGenerations({ generations: [listed] })).toEqual(read);
  expect(readListedGenerations({})).toBeNull();
});

test('a hostile key does not reach any prototype', () => {
  const hostile = '{"__proto__":{"status":"complete"},"progress":{"__proto__":{"polluted":1},"status":"queued"}}';
  readProgress(JSON.parse(hostile));
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test('errors are read where they are ones', () => {
  expect(readError({ error: 'No', code: 'paymentFailed' })).toEqual({ message: 'No', code: 'paymentFailed' });
  expect(readError('<html>')).toEqual({ message: '', code: '' });
  expect(['complete', 'failed', 'error', 'processing'].map(isFinalStatus)).toEqual([true, true, true, false]);
});
