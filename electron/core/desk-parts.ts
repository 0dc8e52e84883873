/** The parts of an open desk, as its handlers use them. */

import type { Glance } from './library/glance.ts';
import type { Importer } from './library/import.ts';
import type { Control } from './queue/control.ts';
import type { Publisher } from './queue/publisher.ts';
import type { QueueContext } from './queue/queue-context.ts';
import type { Runner } from './queue/runner.ts';
import type { TotalsReader } from './queue/totals.ts';

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
