/**
 * What the built-in service has forgotten, because its database was damaged, is restored anew: it costs nothing there, and no other account
 * could have it. Of any other service a 404 proves nothing.
 */

import { CleartakeError, toErrorRecord } from '../../../../shared/domain/errors.ts';
import { isSettled } from '../../../../shared/domain/generation-state.ts';
import { BUILT_IN_ID } from '../../connections/connections.ts';
import type { JobRow } from '../../store/schema.ts';
import type { QueueContext } from '../queue-context.ts';
import { refundCharge, releaseHold } from '../start/holds.ts';
import type { NextStep } from './next-step.ts';

export function isForgottenHere({ connectionId }: JobRow, { code }: CleartakeError): boolean {
  return connectionId === BUILT_IN_ID && (code === 'projectUnknown' || code === 'generationUnknown');
}

/** Makes every generation ready again whose result isn't here, and lets the job send its recording once more. */
export function beginAgain(
  { ports, store, transitions }: Pick<QueueContext, 'ports' | 'store' | 'transitions'>,
  job: JobRow,
): NextStep {
  const now = ports.clock.now();
  const error = toErrorRecord(new CleartakeError('generationFailed', { detail: 'the built-in service lost it' }));
  const steps = [
    { kind: 'lost-sight', now },
    { kind: 'start-again' },
    { kind: 'fail', error },
    { kind: 'retry' },
  ] as const;
  store.transaction(() => {
    for (const { id, state } of store.generations.ofJob(job.id)) {
      if (state.kind === 'ready' || isSettled(state)) continue;
      if ('attemptId' in state) store.generations.resolveAttempt(state.attemptId, 'absent', now);
      releaseHold({ ports, store }, id);
      refundCharge({ ports, store }, id);
      for (const step of steps) if (store.generations.get(id).stateKind !== 'ready') transitions.generation(id, step);
    }
  });
  return { kind: 'enter', stage: 'uploading', changes: { projectId: null, uploadAddress: null } };
}
