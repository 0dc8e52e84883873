/** What closing the window means for running work: asked once, remembered if the person wishes. */

import type { Attention, CloseAnswer } from '../../ports.ts';
import { changePreferences, readPreferences } from '../../store/tables/preferences.ts';
import type { WithSettings } from '../../store/tables/settings.ts';

/** The remembered answer, or the person's. Closes that come while the question is open get its answer. */
export function createClosing(store: WithSettings, attention: Pick<Attention, 'question'>): () => Promise<CloseAnswer> {
  let asking: Promise<CloseAnswer> | null = null;

  async function ask(): Promise<CloseAnswer> {
    const { answer, remember } = await attention.question();
    if (remember && answer !== 'stay') changePreferences(store, { whenClosed: answer });
    return answer;
  }

  return async () => {
    const { whenClosed } = readPreferences(store);
    if (whenClosed !== 'ask') return whenClosed;
    asking ??= ask().finally(() => {
      asking = null;
    });
    return await asking;
  };
}
