/** Starts recordings that wait for Start, and asks first where something would be paid for again. */

import { askBeforePaying } from '../../../components/repeats/ask-before-paying.tsx';
import type { PageDesk } from '../../../state/desk.ts';
import { isStartable } from '../../../state/job-group.ts';
import { viewStore } from '../../../state/view-store.ts';

/** All that wait, with the cap that was set for this Start. */
export async function startAll(desk: PageDesk): Promise<void> {
  const { client, queue, session } = desk;
  const { nextCap, restoresAgain } = session.getState();

  async function start(again: boolean, jobIds?: readonly string[]): Promise<void> {
    await client.queue.start({
      restoresAgain: again,
      ...(jobIds === undefined ? {} : { jobIds: [...jobIds] }),
      ...(nextCap === null ? {} : { maxCost: nextCap }),
    });
    session.setState({ restoresAgain: false, nextCap: null });
    foldEnded();
  }

  await askBeforePaying(desk, { action: 'start', restoresAgain }, () => start(restoresAgain), {
    useHistory: () => start(false),
    others(left) {
      const waiting = [...queue.getState().jobs.values()].filter((job) => isStartable(job) && !left.has(job.id));
      const jobIds = waiting.map(({ id }) => id);
      return { count: jobIds.length, go: () => start(restoresAgain, jobIds) };
    },
  });
}

/** Some of those that wait. */
export async function startRows(desk: PageDesk, jobIds: readonly string[]): Promise<void> {
  const { client, session } = desk;
  const { restoresAgain } = session.getState();

  async function start(again: boolean, of: readonly string[] = jobIds): Promise<void> {
    await client.queue.start({ jobIds: [...of], restoresAgain: again });
    foldEnded();
  }

  await askBeforePaying(desk, { action: 'start', jobIds: [...jobIds], restoresAgain }, () => start(restoresAgain), {
    useHistory: () => start(false),
    others(left) {
      const others = jobIds.filter((id) => !left.has(id));
      return { count: others.length, go: () => start(restoresAgain, others) };
    },
  });
}

/** What ended earlier makes room for what runs now. */
function foldEnded(): void {
  viewStore.setState({ foldedBefore: Date.now() });
}
