/** The start of a desk: what an earlier run left is brought into order, then work goes on. */

import type { DeskParts } from '../desk-parts.ts';

/** Runs before anything else touches the queue. */
export function takeUpWork(parts: DeskParts): void {
  const { context, glance, runner } = parts;
  const { connections, ports, settings, store, transitions } = context;
  // The run may have ended between the intent and the answer: whether the service started it is for its listing to say.
  for (const generation of store.generations.inState('intent')) {
    transitions.generation(generation.id, { kind: 'lost-sight', now: ports.clock.now() });
    ports.pass('recovery:intents-lost-sight');
  }
  for (const job of store.jobs.startedIn(['cancelling'])) transitions.job(job.id, { kind: 'stopped' });
  // Billing may have been fixed since, or the key been set: the first job of a parked connection finds out.
  const parked = connections.list().flatMap((connection) => (connection.parked === null ? [] : connection.id));
  const holding = settings.leavesEarlierWork ? [] : store.jobs.connectionsThatHold();
  for (const connectionId of new Set([...parked, ...holding])) runner.unpark(connectionId);
  if (!settings.leavesEarlierWork) {
    const unmeasured = store.jobs.notStarted().filter((job) => job.durationSeconds === null);
    glance.look(unmeasured.map((job) => job.id));
  }
  runner.wake();
}
