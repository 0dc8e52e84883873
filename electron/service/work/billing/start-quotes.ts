/** Quotes for starts: the price of the model times the length of the medium, which is measured once. */

import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import { type ModelId, priceOf } from '../../../../shared/domain/models.ts';
import { billableSeconds, MINIMUM_BILLABLE_SECONDS } from '../../../../shared/domain/money.ts';
import { FREE_START, type Prices, type StartQuote } from '../../rules/billing/quote.ts';
import { lengthUnknown, mediumTooLong } from '../../rules/billing/refusals.ts';
import { isStorageAway } from '../../rules/storage-away.ts';
import type { Project } from '../../store/records.ts';
import type { ProjectStore } from '../../store/store.ts';
import { createMediumLengths, isOfMedium, type MediumLengthParts } from './medium-lengths.ts';

export interface StartQuotes {
  /**
   * The price of a generation of the project's medium.
   * @throws refusal 409 when the length is unknown: nothing that costs money starts at a guess; `storageAway`
   */
  of(project: Project, model: ModelId): Promise<StartQuote>;
}

export interface StartQuoteParts extends MediumLengthParts {
  readonly projects: Pick<ProjectStore, 'setDuration'>;
  readonly prices: Prices;
}

/** A hundred days: at the highest configurable price the amount is still exact. */
const MOST_BILLABLE_SECONDS = 100 * 24 * 60 * 60;

export function createStartQuotes(parts: StartQuoteParts): StartQuotes {
  const { projects, prices } = parts;
  const lengths = createMediumLengths(parts);

  async function secondsOf(project: Project, uploadedAt: number): Promise<number> {
    if (project.durationSeconds !== null) return project.durationSeconds;
    const seconds = await lengths.of(project, uploadedAt).catch((failure: unknown) => {
      if (isStorageAway(failure)) throw failure;
      // As the specification says, a medium that is no recording fails in processing and costs nothing. Until then the minimum is
      // held.
      if (isOfMedium(toCleartakeError(failure))) return MINIMUM_BILLABLE_SECONDS;
      throw lengthUnknown();
    });
    await projects.setDuration(project.projectId, uploadedAt, seconds);
    return seconds;
  }

  return {
    of: async (project, model) => {
      const pricePerSecond = priceOf(prices, model) ?? 0;
      if (pricePerSecond === 0) return FREE_START;
      const { uploadedAt } = project;
      if (project.status !== 'uploaded' || uploadedAt === null) {
        // Such a quote fits no upload, so the start is refused even when an upload completes meanwhile.
        return { billableSeconds: MINIMUM_BILLABLE_SECONDS, pricePerSecond, uploadedAt: uploadedAt ?? 0 };
      }
      const seconds = billableSeconds(await secondsOf(project, uploadedAt));
      if (seconds > MOST_BILLABLE_SECONDS) throw mediumTooLong();
      return { billableSeconds: seconds, pricePerSecond, uploadedAt };
    },
  };
}
