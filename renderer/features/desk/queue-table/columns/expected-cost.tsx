/** What a recording that waits for Start would cost; each of its models in the tooltip. */

import type { JobView } from '../../../../../shared/contract/views.ts';
import { MODELS } from '../../../../../shared/domain/models.ts';
import { costWords } from '../../../../components/text/format.ts';
import { useSession } from '../../../../state/desk-context.ts';
import { expectedCosts, shownCost } from '../../../../state/rows/job-cost.ts';
import { pricingOf } from '../../../../state/session-store.ts';

export function ExpectedCost({ job }: { job: JobView }) {
  const pricing = useSession(pricingOf);
  const models = expectedCosts(job, pricing).map(
    ({ cost, model }) => `${MODELS[model].label}: ${costWords(cost, true)}`,
  );
  return <span title={models.join('\n')}>{costWords(shownCost(job, pricing), true)}</span>;
}
