/** The parts of an open desk, as its handlers use them. */

import type { Importer } from './library/import/importer.ts';
import type { Glance } from './library/import/probe-queue.ts';
import type { Control } from './queue/control.ts';
import type { QueueContext } from './queue/queue-context.ts';
import type { Runner } from './queue/runner.ts';
import type { Publisher } from './queue/views/publisher.ts';
import type { TotalsReader } from './queue/views/totals.ts';

export interface DeskParts {
  readonly context: QueueContext;
  readonly control: Control;
  readonly glance: Glance;
  readonly importer: Importer;
  readonly publisher: Publisher;
  readonly runner: Runner;
  readonly totals: TotalsReader;
  setPaused(paused: boolean): void;
}
