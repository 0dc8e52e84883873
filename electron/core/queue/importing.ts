/** Opens what brings recordings onto the queue: the importer, and the measuring of what was just added. */

import { toErrorRecord } from '../../../shared/domain/errors.ts';
import type { CleanupScope } from '../../platform/disposal.ts';
import { type Adding, createAdding } from '../library/import/adding.ts';
import { createImporter, type Importer } from '../library/import/importer.ts';
import { createProbeQueue, type ProbeQueue } from '../library/import/probe-queue.ts';
import { joinFound } from '../library/joining/join-parts.ts';
import { insertGenerations } from './admission.ts';
import { findPaidFiles } from './earlier/charged.ts';
import { findDuplicates } from './earlier/duplicates.ts';
import { isMetered } from './money/meter.ts';
import type { Engines } from './parts/queue-context.ts';

export interface Importing {
  readonly adding: Adding;
  readonly importer: Importer;
  readonly probeQueue: ProbeQueue;
}

/** @param onAdded called for each job that was written */
export function openImporting(context: Engines, onAdded: (jobId: string) => void, scope: CleanupScope): Importing {
  const { engine, paths, ports, store, transitions } = context;
  const { files, log } = ports;
  const probeQueue = createProbeQueue({
    engine,
    files,
    log,
    store,
    isMetered: ({ connectionId }) => {
      const connection = store.connections.get(connectionId);
      return connection !== undefined && isMetered(connection);
    },
    onProbed: (jobId) => transitions.touch(jobId),
    onUnusable: (jobId, error) => {
      // A job at work finds out by itself.
      if (store.jobs.get(jobId).stateKind !== 'queued') return;
      transitions.job(jobId, { kind: 'fail', error: toErrorRecord(error), retryFrom: 'queued' });
    },
  });
  scope.add(() => probeQueue.stop());
  const adding = createAdding(ports.clock);
  const importer = createImporter({
    ...ports,
    adding,
    engine,
    earlier: {
      duplicates: (found, settings, signal) => findDuplicates({ files, store }, found, settings, signal),
      paidFiles: (hashes, connection, preset) => findPaidFiles({ files, store }, hashes, connection, preset),
    },
    store,
    join: (found, origin, signal) => joinFound({ engine, files }, paths.managed, found, origin, signal),
    managed: paths.managed,
    // The quotes follow once the recording is scanned.
    onStarted: (job, preset, prices) => insertGenerations({ ports, store }, { job, preset, seconds: null, prices }),
    onAdded,
  });
  return { adding, importer, probeQueue };
}
