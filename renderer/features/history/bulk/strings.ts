/** Words of what is done with selected recordings in History. */

import { countOf } from '../../../../shared/domain/units.ts';

export const BULK = {
  label: 'Selected recordings',
  /** @param isMore there are more than can be selected */
  selected: (count: number, isMore = false) =>
    `${count.toLocaleString('en')} selected${isMore ? ', the most at a time' : ''}`,
  clear: 'Clear selection',
  one: 'this recording',
  tags: 'Tags',
  tag: 'Tag',
  addTag: 'Add tag',
  removeTag: 'Remove tag',
  tagged: (tag: string, count: number) => `${countOf(count, 'recording')} tagged “${tag}”.`,
  untagged: (tag: string, count: number) => `Tag “${tag}” removed from ${countOf(count, 'recording')}.`,
  noneTagged: 'These recordings have this tag already, or as many as they can have.',
  noneUntagged: 'None of these recordings has this tag.',
  tagUndone: 'Tags are as before.',
  remove: 'Delete from History',
  underWay: (count: number) => `${countOf(count, 'recording')} still in progress can’t be deleted.`,
  deliver: 'Deliver again',
  delivering: (count: number) => `Delivering ${countOf(count, 'recording')}…`,
  nothingToDeliver: 'Nothing to deliver: these recordings have no results, or keep them in the library.',
  delivered: (count: number) => `${countOf(count, 'result')} delivered. Nothing was paid.`,
  notDelivered: (count: number, why: string) => `${countOf(count, 'result')} couldn’t be delivered. ${why}`,
} as const;
