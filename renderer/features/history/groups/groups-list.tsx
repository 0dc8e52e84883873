/** Batches or folders with their sums. One opens to show its recordings below it; its name shows them alone. */

import { Group } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import type { HistoryGroup } from '../../../../shared/contract/history.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import { costWords, formatMoment } from '../../../components/text/format.ts';
import { useNow } from '../../../state/page-stores.ts';
import { batchCostsAddress } from '../../../state/route-store.ts';
import type { ViewControl } from '../list/use-history.ts';
import { GROUPS, HISTORY_PAGE } from '../strings.ts';
import { GroupRows } from './group-rows.tsx';
import classes from './groups.module.css';

interface GroupsListProps {
  readonly groups: readonly HistoryGroup[];
  readonly control: ViewControl;
}

export function GroupsList({ groups, control }: GroupsListProps) {
  const now = useNow();
  const { view } = control;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const by = view.grouping === 'show' ? 'show' : 'batch';
  const nameOf = ({ id, latest }: HistoryGroup): string => {
    if (by === 'batch') return GROUPS.batchOf(formatMoment(latest, now));
    return id === '' ? GROUPS.withoutFolder : id;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
    <section className={classes.scroll} aria-label={GROUPS.label} tabIndex={0}>
      <table className={classes.groups}>
        <thead>
          <tr>
            <th scope="col">{GROUPS[by]}</th>
            <th scope="col">{GROUPS.count}</th>
            <th scope="col">{GROUPS.length}</th>
            <th scope="col">{HISTORY_PAGE.cost}</th>
            <th scope="col">{GROUPS.latest}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => {
            const filter = { ...view.filter, [by]: group.id };
            const showAlone = () => control.show({ ...view, grouping: 'none', filter });
            const isOpen = open.has(group.id);
            return (
              <Fragment key={group.id}>
                <tr>
                  <th scope="row">
                    <Group component="span" gap={4} wrap="nowrap">
                      <button
                        type="button"
                        className={classes.toggle}
                        aria-expanded={isOpen}
                        aria-label={GROUPS.recordingsOf(nameOf(group))}
                        onClick={() => setOpen(toggled(open, group.id))}
                      >
                        <IconChevronRight size={14} aria-hidden="true" />
                      </button>
                      <button type="button" className={`${classes.open} cut`} onClick={showAlone}>
                        {nameOf(group)}
                      </button>
                    </Group>
                  </th>
                  <td>{group.count.toLocaleString('en')}</td>
                  <td>{formatDuration(group.seconds)}</td>
                  <td>
                    {by === 'batch' ? (
                      <a
                        className={`${classes.open} cut`}
                        href={batchCostsAddress(group.id)}
                        aria-label={GROUPS.costsOf(costWords(group.cost), nameOf(group))}
                      >
                        {costWords(group.cost)}
                      </a>
                    ) : (
                      costWords(group.cost)
                    )}
                  </td>
                  <td>{formatMoment(group.latest, now)}</td>
                </tr>
                {isOpen && <GroupRows group={group} filter={filter} control={control} onAll={showAlone} />}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function toggled(open: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const now = new Set(open);
  if (!now.delete(id)) now.add(id);
  return now;
}
