/** The command palette: every command, the latest recordings and all places, found by their words. Ctrl or Cmd with K. */

import { Modal } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { KeyCap } from '../../components/marks/marks.tsx';
import { shownName } from '../../components/text/format.ts';
import { useQueueActions } from '../../features/desk/actions/queue-actions.ts';
import { useRowActions } from '../../features/desk/actions/use-row-actions.ts';
import type { PageDesk } from '../../state/desk.ts';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { openPalette, paletteStore } from '../../state/page-stores.ts';
import { plain } from '../../state/rows/sorting.ts';
import { scrollToRow, viewStore } from '../../state/view-store.ts';
import { type Command, findCommands, keyWords } from './command.ts';
import { connectionCommands, placeCommands, presetCommands, queueCommands, viewCommands } from './page-commands.ts';
import classes from './palette.module.css';
import { rowCommands } from './row-commands.ts';
import { COMMAND_GROUPS, PALETTE } from './strings.ts';

const RECENT_RECORDINGS = 5;

const MOST_RECORDINGS = 12;

function close(): void {
  paletteStore.setState({ open: false });
}

export function Palette() {
  const open = useStore(paletteStore, (state) => state.open);
  useHotkeys([['mod+K', openPalette]], []);
  return (
    <Modal.Root
      opened={open}
      onClose={close}
      size={620}
      padding={0}
      yOffset="12vh"
      transitionProps={{ duration: 90 }}
      // On the content alone: a class of its own element would lie over the whole window.
      classNames={{ content: classes.content }}
    >
      <Modal.Overlay backgroundOpacity={0.34} blur={1.5} />
      <Modal.Content aria-label={PALETTE.title} radius={12}>
        <Modal.Body>{open && <Finder />}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function Finder() {
  const [query, setQuery] = useState('');
  const [place, setPlace] = useState(0);
  const commands = useCommands(query);
  const listId = useId();
  const onMac = useSession((state) => state.info?.platform === 'darwin');
  const active = Math.min(place, commands.length - 1);
  const current = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active >= 0) current.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  function press(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: Math.min(commands.length - 1, active + 8),
      PageUp: Math.max(0, active - 8),
    };
    const next = steps[event.key];
    if (next !== undefined) setPlace((next + commands.length) % Math.max(1, commands.length));
    else if (event.key === 'Enter') run(commands[active]);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div className={classes.field}>
        <IconSearch size={17} stroke={1.8} aria-hidden="true" />
        <input
          data-autofocus
          role="combobox"
          aria-label={PALETTE.field}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={active < 0 ? undefined : optionId(listId, active)}
          autoComplete="off"
          spellCheck={false}
          placeholder={PALETTE.field}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setPlace(0);
          }}
          onKeyDown={press}
        />
        <KeyCap>Esc</KeyCap>
      </div>
      <div id={listId} role="listbox" aria-label={PALETTE.title} className={classes.list}>
        {groupsOf(commands).map(([group, own]) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box, not of form fields
          <div key={group} role="group" aria-label={group}>
            <div className={`${classes.group} cut`} aria-hidden="true">
              {group}
            </div>
            {own.map(([command, index]) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
              <div
                key={command.id}
                ref={index === active ? current : null}
                id={optionId(listId, index)}
                role="option"
                aria-selected={index === active}
                className={classes.option}
                data-destructive={command.destructive || undefined}
                onPointerMove={() => setPlace(index)}
                onClick={() => run(command)}
              >
                <span className={`${classes.label} cut`} dir="auto">
                  {command.label}
                </span>
                {command.note !== undefined && command.note !== '' && (
                  <span className={`${classes.note} cut`}>{command.note}</span>
                )}
                {command.keys !== undefined && <KeyCap>{keyWords(command.keys, onMac)}</KeyCap>}
              </div>
            ))}
          </div>
        ))}
      </div>
      <output className={commands.length === 0 ? classes.none : 'visually-hidden'}>
        {commands.length === 0 ? PALETTE.none : PALETTE.results(commands.length)}
      </output>
    </>
  );
}

/** What can be done at the moment when the palette opens. */
function useCommands(query: string): readonly Command[] {
  const desk = useDesk();
  const actions = useRowActions();
  const queue = useQueueActions();
  const all = useMemo(() => {
    const tools = { queue };
    return [
      ...rowCommands(desk, actions),
      ...queueCommands(desk, tools),
      ...placeCommands(desk),
      ...presetCommands(desk),
      ...connectionCommands(desk),
      ...viewCommands(desk, tools),
    ];
  }, [desk, actions, queue]);
  return useMemo(() => [...findCommands(all, query), ...recordingCommands(desk, query)], [all, desk, query]);
}

/** After the palette is gone: a command may open a dialog of its own, or move the focus. */
function run(command: Command | undefined): void {
  if (command === undefined) return;
  close();
  window.setTimeout(() => command.run());
}

function optionId(list: string, index: number): string {
  return `${list}-${index}`;
}

type Numbered = readonly [command: Command, index: number];

function groupsOf(commands: readonly Command[]): readonly (readonly [group: string, commands: readonly Numbered[]])[] {
  const groups = new Map<string, Numbered[]>();
  for (const [index, command] of commands.entries()) {
    const own = groups.get(command.group);
    if (own === undefined) groups.set(command.group, [[command, index]]);
    else own.push([command, index]);
  }
  return [...groups];
}

function recordingCommands(desk: PageDesk, query: string): readonly Command[] {
  const { jobs } = desk.queue.getState();
  const words = plain(query).split(/\s+/).filter(Boolean);
  const found = [...jobs.values()]
    .filter(({ folder, name }) => {
      const text = plain(`${folder}/${name}`);
      return words.every((word) => text.includes(word));
    })
    .sort((one, other) => Math.max(other.finishedAt ?? 0, other.addedAt) - Math.max(one.finishedAt ?? 0, one.addedAt))
    .slice(0, words.length === 0 ? RECENT_RECORDINGS : MOST_RECORDINGS);
  return found.map(({ folder, id, name }) => ({
    id: `recording ${id}`,
    group: COMMAND_GROUPS.recordings,
    label: shownName(name),
    note: folder,
    run: () => {
      desk.goTo('desk');
      viewStore.setState({ filter: 'all', foldedBefore: null, search: '' });
      scrollToRow(id, true);
    },
  }));
}
