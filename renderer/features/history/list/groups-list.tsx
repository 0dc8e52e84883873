/** Batches or folders with their sums. Choosing one shows its recordings. */

import type { HistoryGroup } from '../../../../shared/contract/history.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import { costWords, formatMoment } from '../../../components/text/format.ts';
import { useNow } from '../../../state/clock-store.ts';
import { GROUPS, HISTORY } from '../strings.ts';
import type { ViewControl } from '../use-view.ts';
import classes from './groups.module.css';

interface GroupsListProps {
  readonly groups: readonly HistoryGroup[];
  readonly control: ViewControl;
}

export function GroupsList({ groups, control }: GroupsListProps) {
  const now = useNow();
  const { view } = control;
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
            <th scope="col">{HISTORY.cost}</th>
            <th scope="col">{GROUPS.latest}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.id}>
              <th scope="row">
                <button
                  type="button"
                  className={classes.open}
                  onClick={() =>
                    control.show({ ...view, grouping: 'none', filter: { ...view.filter, [by]: group.id } })
                  }
                >
                  {nameOf(group)}
                </button>
              </th>
              <td>{group.count.toLocaleString('en')}</td>
              <td>{formatDuration(group.seconds)}</td>
              <td>{costWords(group.cost)}</td>
              <td>{formatMoment(group.latest, now)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
