/** The notifications about a batch, each sent once while the person looks elsewhere, and their words. */

import { z } from 'zod';
import { ALERT_PERCENTS } from '../costs/cap-alerts.ts';
import { formatUsd } from '../money.ts';
import { countOf } from '../units.ts';

export const batchNoticeSchema = z.discriminatedUnion('kind', [
  /** All started work has ended. What is in review after the check before delivery is in `done`, too. */
  z.object({ kind: z.literal('ended'), done: z.number(), failed: z.number(), inReview: z.number() }),
  /** Some of it can't continue without the person: recordings with a question, connections that wait for a key or for billing. */
  z.object({ kind: z.literal('needs-person'), recordings: z.number(), connections: z.number() }),
  /** So much of a cap is used, by charges and holds. */
  z.object({
    kind: z.literal('cap'),
    period: z.enum(['day', 'month']),
    percent: z.literal(ALERT_PERCENTS),
    /** Micro-USD. */
    cap: z.number(),
    connection: z.string(),
  }),
  /** An alert of the account at Cleartake's own service is reached. Micro-USD; the limit is that of a calendar month, or null. */
  z.object({
    kind: z.literal('account-alert'),
    amount: z.number(),
    limit: z.number().nullable(),
    connection: z.string(),
  }),
]);

export type BatchNotice = z.infer<typeof batchNoticeSchema>;

export interface NoticeWords {
  readonly title: string;
  readonly body: string;
}

export function noticeWords(notice: BatchNotice): NoticeWords {
  if (notice.kind === 'cap') return capWords(notice);
  if (notice.kind === 'account-alert') return alertWords(notice);
  if (notice.kind === 'needs-person') {
    const { recordings } = notice;
    const body =
      recordings > 0
        ? `${countOf(recordings, 'recording')} can’t continue without you.`
        : 'A service needs its API key or its billing fixed.';
    return { title: 'Cleartake needs your attention', body };
  }
  const { done, failed, inReview } = notice;
  const restored = `${countOf(done - inReview, 'recording')} restored`;
  const whole = inReview === 0 ? `${restored}.` : `${restored}, ${inReview} held back for review.`;
  if (failed > 0)
    return { title: `${countOf(failed, 'recording')} failed`, body: `${whole} Open Cleartake to retry the others.` };
  if (inReview === 0) return { title: 'All recordings are done', body: whole };
  const next = 'Listen, then accept or redo.';
  return {
    title: `${countOf(inReview, 'recording')} held back for review`,
    body: done === inReview ? next : `${restored}. ${next}`,
  };
}

function capWords({ cap, connection, percent, period }: Extract<BatchNotice, { kind: 'cap' }>): NoticeWords {
  const name = `${period === 'day' ? 'daily' : 'monthly'} cap of ${formatUsd(cap)} USD`;
  if (percent < 100)
    return { title: `${connection}: ${percent} % of the ${name} is used`, body: 'Open Costs to see what it went to.' };
  const body = 'Paid restorations wait until there is room. Raise the cap in Costs to continue now.';
  return { title: `${connection}: the ${name} is reached`, body };
}

function alertWords({ amount, connection, limit }: Extract<BatchNotice, { kind: 'account-alert' }>): NoticeWords {
  const used = `${connection}: usage this month has reached ${formatUsd(amount)} USD`;
  if (limit === null || limit === 0) return { title: used, body: 'Open Connections › Account to see what it went to.' };
  const title = `${used}, ${Math.floor((amount * 100) / limit)} % of the spend limit`;
  return amount < limit
    ? { title, body: 'Open Connections › Account to see what it went to.' }
    : { title, body: 'The service refuses new restorations until the limit is raised or the month ends.' };
}
