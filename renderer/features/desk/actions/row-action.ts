/** The shape of what can be done with a recording of the queue, and what its conditions ask. */

import type { ComponentType } from 'react';
import type { JobView } from '../../../../shared/contract/views.ts';
import type { PageDesk } from '../../../state/desk.ts';

export interface RowActionOf<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** What one recording calls it, where its state says it better. */
  labelFor?(job: JobView): string | null;
  readonly icon: ComponentType<{ size?: number; stroke?: number }>;
  /** Keys of the table, as the browser calls them; the first one’s name, and what it does, are in the sheet. */
  readonly keys?: { readonly presses: readonly string[]; readonly name: string; readonly does: string };
  /** Whether the state of a recording allows it. */
  when(job: JobView): boolean;
  /** Whether a row offers it as a button, where it is possible: the first one that does is the next step. */
  readonly isStep?: (job: JobView, copies: boolean) => boolean;
  /** Whether the button of the row has the icon too. */
  readonly hasIcon?: boolean;
  /** Its place in the bulk bar; absent if it isn’t there. */
  readonly bulk?: number;
  /** Whether the bulk bar has it in its menu, whatever room there is. */
  readonly isRare?: boolean;
  /** Sensible for one recording only: the palette leaves it out for several. */
  readonly isSingle?: boolean;
  /** Only the button of the row has it. */
  readonly isNotInMenu?: boolean;
  readonly isDestructive?: boolean;
  /** What it costs, where it costs something; `quoted` where the desk is asked. */
  readonly price?: 'quoted' | ((jobs: readonly JobView[]) => string | null);
  /** @param jobs those that allow it, at least one @param leftOut how many more were selected */
  perform(desk: PageDesk, jobs: Jobs, leftOut: number): unknown;
}

export type Jobs = readonly [JobView, ...JobView[]];

export function isInReview({ state }: JobView): boolean {
  return state.kind === 'in-review';
}

export function idsOf(jobs: readonly JobView[]): string[] {
  return jobs.map(({ id }) => id);
}
