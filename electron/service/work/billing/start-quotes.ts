/** What a start would cost: the price of its model times the length of its medium, which is counted once. */

import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { billableSeconds, MINIMUM_BILLABLE_SECONDS } from '../../../../shared/domain/money.ts';
import { FREE_START, type Prices, type StartQuote } from '../../rules/billing/quote.ts';
import { lengthUnknown, mediumTooLong } from '../../rules/billing/refusals.ts';
import type { Project } from '../../store/records.ts';
import type { ProjectStore } from '../../store/store.ts';
import { createMediumLengths, isOfMedium, type MediumLengthParts } from './medium-lengths.ts';

export interface StartQuotes {
  /**
   * What a generation of the project's medium would cost.
   * @throws refusal 409 when the length of a recording could not be counted: what costs something is not started at a guess
   */
  of(project: Project, model: ModelId): Promise<StartQuote>;
}

export interface StartQuoteParts extends MediumLengthParts {
  readonly projects: Pick<ProjectStore, 'setDuration'>;
  readonly prices: Prices;
}

/** A hundred days: with the highest price that can be configured, micro-USD are still counted exactly. */
const MOST_BILLABLE_SECONDS = 100 * 24 * 60 * 60;

export function createStartQuotes(parts: StartQuoteParts): StartQuotes {
  const { projects, prices } = parts;
  const lengths = createMediumLengths(parts);

  async function secondsOf(project: Project, uploadedAt: number): Promise<number> {
    if (project.durationSeconds !== null) return project.durationSeconds;
    const seconds = await lengths.of(project, uploadedAt).catch((failure: unknown) => {
      // What is no recording fails in its processing, as the specification has it, and costs nothing: the minimum is held until then.
      if (isOfMedium(toCleartakeError(failure))) return MINIMUM_BILLABLE_SECONDS;
      throw lengthUnknown();
    });
    await projects.setDuration(project.projectId, uploadedAt, seconds);
    return seconds;
  }

  return {
    of: async (project, model) => {
      const pricePerSecond = prices[model];
      if (pricePerSecond === 0) return FREE_START;
      const { uploadedAt } = project;
      if (project.status !== 'uploaded' || uploadedAt === null) {
        // The start is refused, also when the upload ends before it is: no medium was uploaded then.
        return { billableSeconds: MINIMUM_BILLABLE_SECONDS, pricePerSecond, uploadedAt: uploadedAt ?? 0 };
      }
      const seconds = billableSeconds(await secondsOf(project, uploadedAt));
      if (seconds > MOST_BILLABLE_SECONDS) throw mediumTooLong();
      return { billableSeconds: seconds, pricePerSecond, uploadedAt };
    },
  };
}
