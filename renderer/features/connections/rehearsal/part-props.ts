/** What the parts of a rehearsal need. */

import type { RehearsalView } from '../../../../shared/contract/account/rehearsal.ts';
import type { RehearsalChange } from '../../../../shared/service-api/rehearsal.ts';

export interface PartProps {
  readonly view: RehearsalView;
  readonly busy: boolean;
  /** @param words what is said once it is done */
  change(wanted: RehearsalChange, words?: string): void;
}
