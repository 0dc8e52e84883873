/** The visible parts of a drag: the drop line, and the preview beside the pointer. */

import { useStore } from 'zustand';
import { shownName } from '../../../components/text/format.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { MOVE } from '../strings.ts';
import classes from './drag.module.css';
import { dragStore } from './follow-drag.ts';

export function DropLine({ rowHeight }: { rowHeight: number }) {
  const index = useStore(dragStore, ({ drag }) => (drag === null || drag.to === null ? null : drag.index));
  if (index === null) return null;
  return (
    <div className={classes.line} style={{ transform: `translateY(${index * rowHeight}px)` }} aria-hidden="true" />
  );
}

export function DragPreview() {
  const { queue } = useDesk();
  const drag = useStore(dragStore, (state) => state.drag);
  if (drag === null) return null;
  const { jobs } = queue.getState();
  const [first] = drag.moving;
  const job = jobs.get(first ?? '');
  const changes = drag.to !== null && [...drag.moving].some((id) => jobs.get(id)?.priority !== drag.to?.priority);
  return (
    <div
      className={classes.carried}
      style={{ transform: `translate(${drag.x + 14}px, ${drag.y + 10}px)` }}
      aria-hidden="true"
    >
      <b>{drag.moving.size === 1 ? shownName(job?.name ?? '') : MOVE.several(drag.moving.size)}</b>
      {changes && drag.to !== null && <span>{MOVE.newPriority(drag.to.priority)}</span>}
    </div>
  );
}
