/** Recordings that the palette leads to: the latest ones, or those that match. */

import { shownName } from '../../components/text/format.ts';
import type { Desk } from '../../state/desk.ts';
import { plain } from '../../state/rows/plain-text.ts';
import { scrollToRow, viewStore } from '../../state/view-store.ts';
import type { Command } from './command.ts';
import { GROUPS } from './strings.ts';

const RECENT = 5;
const MOST = 12;

export function recordingCommands(desk: Desk, query: string): readonly Command[] {
  const { jobs } = desk.queue.getState();
  const words = plain(query).split(/\s+/).filter(Boolean);
  const found = [...jobs.values()]
    .filter(({ folder, name }) => {
      const text = plain(`${folder}/${name}`);
      return words.every((word) => text.includes(word));
    })
    .sort((one, other) => Math.max(other.finishedAt ?? 0, other.addedAt) - Math.max(one.finishedAt ?? 0, one.addedAt))
    .slice(0, words.length === 0 ? RECENT : MOST);
  return found.map(({ folder, id, name }) => ({
    id: `recording ${id}`,
    group: GROUPS.recordings,
    label: shownName(name),
    note: folder,
    run: () => {
      desk.goTo('desk');
      viewStore.setState({ filter: 'all', search: '' });
      scrollToRow(id, true);
    },
  }));
}
