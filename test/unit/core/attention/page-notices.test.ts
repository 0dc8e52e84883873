import { expect, test } from 'vitest';
import type { Attention } from '../../../../electron/core/ports.ts';
import { forwardNotices } from '../../../../electron/core/queue/attention/attention.ts';

const ENDED = { kind: 'ended', done: 1, failed: 0, inReview: 0 } as const;

test('a system that fails stops nobody: it is logged, and the pages still hear', () => {
  const fail = () => {
    throw new Error('no bus');
  };
  const host: Attention = { progress: fail, badge: fail, notice: fail, power: fail, question: async () => fail() };
  const logged: string[] = [];
  const { attention, notices } = forwardNotices({ warn: (message) => void logged.push(message) }, host);
  const heard: unknown[] = [];
  notices.add((notice) => heard.push(notice));
  attention.progress(null);
  attention.badge(1);
  attention.power(true);
  attention.notice(ENDED);
  expect(logged).toHaveLength(4);
  expect(heard).toEqual([ENDED]);
});

test('without a host the pages hear all the same', () => {
  const { attention, notices } = forwardNotices({ warn: () => undefined });
  const heard: unknown[] = [];
  notices.add((notice) => heard.push(notice));
  attention.power(true);
  attention.notice(ENDED);
  expect(heard).toEqual([ENDED]);
});
