/** The metrics of a service in the text format of Prometheus, version 0.0.4. */

import { MODEL_IDS } from '../../../../shared/domain/models.ts';
import type { ServiceLoad } from '../../store/store.ts';
import { OUTCOMES, type OutcomeCounts } from '../../work/generations/status-changes.ts';

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly samples: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[];
}

/**
 * @param now of the service's clock, in milliseconds since 1970
 * @param startedAt of the same clock
 */
export function metricsText(load: ServiceLoad, outcomes: OutcomeCounts, now: number, startedAt: number): string {
  const age = (since: number | null) => (since === null ? 0 : Math.max(0, now - since) / 1000);
  const metrics: readonly Metric[] = [
    {
      name: 'cleartake_queue_length',
      help: 'Restorations that wait or run.',
      type: 'gauge',
      samples: [
        { labels: { status: 'queued' }, value: load.queued },
        { labels: { status: 'processing' }, value: load.processing },
      ],
    },
    {
      name: 'cleartake_queue_oldest_seconds',
      help: 'Age of the longest waiting restoration; 0 without one.',
      type: 'gauge',
      samples: [{ value: age(load.oldestQueuedAt) }],
    },
    {
      name: 'cleartake_restorations_total',
      help: 'Restorations that ended since the service started.',
      type: 'counter',
      samples: MODEL_IDS.flatMap((model) =>
        OUTCOMES.map((outcome) => ({ labels: { model, outcome }, value: outcomes[model][outcome] })),
      ),
    },
    {
      name: 'cleartake_webhook_deliveries_due',
      help: 'Webhook deliveries that should have begun by now.',
      type: 'gauge',
      samples: [{ value: load.deliveriesDue }],
    },
    {
      name: 'cleartake_webhook_lag_seconds',
      help: 'How long the most overdue webhook delivery has waited; 0 without one.',
      type: 'gauge',
      samples: [{ value: age(load.oldestDueAt) }],
    },
    {
      name: 'cleartake_start_time_seconds',
      help: 'When the service started, in seconds since 1970.',
      type: 'gauge',
      samples: [{ value: startedAt / 1000 }],
    },
  ];
  return metrics.map(inText).join('');
}

function inText({ help, name, samples, type }: Metric): string {
  const lines = samples.map(({ labels = {}, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
  });
  return `${[`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n')}\n`;
}
