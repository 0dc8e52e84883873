/** Commands for the whole queue, its view, presets, places and the application. */

import { withRowSettings } from '../../../shared/domain/batch/row-settings.ts';
import { DENSITIES, THEMES } from '../../../shared/domain/preferences.ts';
import { runDeskCommand } from '../../bridge/desk-commands.ts';
import { desktopBridge } from '../../bridge/desktop-transport.ts';
import { addSamples } from '../../components/add-recordings/add-recordings.ts';
import { askForPaths } from '../../components/add-recordings/paste-paths.tsx';
import { showRefusal } from '../../components/messages/saving.tsx';
import { choosePreset } from '../../components/presets/preset-actions.tsx';
import type { QueueActions } from '../../features/desk/actions/queue-actions.ts';
import { FILTERS } from '../../features/desk/list-bar/list-bar.tsx';
import { retryableJobs } from '../../features/desk/list-bar/retry-failed.tsx';
import { FILTER_LABELS, OPTIONS, QUEUE, QUEUE_COLUMNS, SORT } from '../../features/desk/strings.ts';
import type { PageDesk } from '../../state/desk.ts';
import { PAGES } from '../../state/route-store.ts';
import { SORT_COLUMNS } from '../../state/rows/sorting.ts';
import { distinctName } from '../../state/session-store.ts';
import { clearSelection, selectAll, viewStore, wantSearch } from '../../state/view-store.ts';
import { goToList, visibleOf } from '../../state/visible-rows.ts';
import { PLACE_PAGES } from '../settings.tsx';
import { SHELL } from '../strings.ts';
import type { Command } from './command.ts';
import { COMMAND_GROUPS, type CommandWords, OWN_COMMANDS, PLAIN_COMMANDS } from './strings.ts';

export interface PageTools {
  readonly queue: QueueActions;
}

/** What the window's menu sends goes the same way. */
function plain(kind: keyof typeof PLAIN_COMMANDS, group: string): Command {
  const { keys, label } = PLAIN_COMMANDS[kind];
  return { id: kind, group, label, keys: keys ?? undefined, run: () => runDeskCommand({ kind }) };
}

function own(id: string, group: string, { keys, label }: CommandWords, run: () => void): Command {
  return { id, group, label, keys: keys ?? undefined, run };
}

export function queueCommands(desk: PageDesk, { queue }: PageTools): readonly Command[] {
  const group = COMMAND_GROUPS.queue;
  const { counts, totals } = desk.queue.getState();
  const samples = desk.session.getState().info?.samples ?? 0;
  return [
    ...(counts.startable > 0 ? [plain('start', group)] : []),
    plain('choose-files', group),
    plain('choose-folder', group),
    own('paths', group, desktopBridge() === null ? OWN_COMMANDS.pathsInBrowser : OWN_COMMANDS.paths, () =>
      askForPaths(desk),
    ),
    ...(samples > 0 ? [own('samples', group, OWN_COMMANDS.samples, () => void addSamples(desk))] : []),
    ...(totals.paused
      ? [plain('resume-all', group)]
      : counts.active + counts.waiting > 0
        ? [plain('pause-all', group)]
        : []),
    ...(retryableJobs(desk.queue.getState(), desk.session.getState()).length > 0 ? [plain('retry-failed', group)] : []),
    ...(counts.done + counts.cancelled > 0
      ? [own('clear-finished', group, { label: QUEUE.clearFinished, keys: null }, queue.clearFinished)]
      : []),
  ];
}

export function viewCommands(desk: PageDesk, { queue }: PageTools): readonly Command[] {
  const group = COMMAND_GROUPS.view;
  const { selected, sort } = viewStore.getState();

  /** The queue is seen on the desk. */
  function onDesk(act: () => void): () => void {
    return () => {
      desk.goTo('desk');
      act();
    };
  }

  function view(id: string, label: string, act: () => void): Command {
    return own(id, group, { label, keys: null }, act);
  }

  return [
    own('find', group, OWN_COMMANDS.find, onDesk(wantSearch)),
    own(
      'select-all',
      group,
      OWN_COMMANDS.selectAll,
      onDesk(() => selectAll(visibleOf(desk))),
    ),
    own(
      'rows',
      group,
      OWN_COMMANDS.list,
      onDesk(() => goToList(desk)),
    ),
    ...(selected.size > 0 ? [own('clear-selection', group, OWN_COMMANDS.clearSelection, clearSelection)] : []),
    ...FILTERS.map((filter) =>
      view(
        `filter ${filter}`,
        OWN_COMMANDS.show(FILTER_LABELS[filter]),
        onDesk(() => viewStore.setState({ filter })),
      ),
    ),
    ...SORT_COLUMNS.map((column) =>
      view(
        `sort ${column}`,
        OWN_COMMANDS.sort(QUEUE_COLUMNS[column]),
        onDesk(() => viewStore.setState({ sort: { column, descending: false } })),
      ),
    ),
    ...(sort === null
      ? []
      : [
          view('manual', SORT.manual, () => viewStore.setState({ sort: null })),
          view('keep-order', SORT.keep, queue.keepOrder),
        ]),
    ...DENSITIES.map((density) =>
      view(`density ${density}`, OWN_COMMANDS.rows(OPTIONS.densities[density]), () => {
        desk.setPreferences({ density }).catch(showRefusal);
      }),
    ),
    ...THEMES.map((theme) =>
      view(`theme ${theme}`, OWN_COMMANDS.theme(SHELL.themes[theme]), () => {
        desk.setPreferences({ theme }).catch(showRefusal);
      }),
    ),
  ];
}

/** Of broadcasts and podcasts, in LUFS; null keeps the level. */
const LOUDNESSES = [-14, -16, -23, null] as const;

export function presetCommands(desk: PageDesk): readonly Command[] {
  const { preset, presets } = desk.session.getState();
  const group = COMMAND_GROUPS.presets;
  return [
    ...presets.map(({ id, name }) =>
      own(`preset ${id}`, group, { label: OWN_COMMANDS.preset(name), keys: null }, () => {
        choosePreset(desk, id).catch(showRefusal);
      }),
    ),
    ...(preset === null ? [] : LOUDNESSES).map((loudness) =>
      own(`loudness ${loudness}`, group, { label: OWN_COMMANDS.loudness(loudness), keys: null }, () => {
        if (preset !== null) desk.setPreset(withRowSettings(preset, { loudness })).catch(showRefusal);
      }),
    ),
  ];
}

/** Where new recordings are restored. */
export function connectionCommands(desk: PageDesk): readonly Command[] {
  const session = desk.session.getState();
  return session.connections
    .filter(({ chosen }) => !chosen)
    .map((connection) => {
      const words = { label: OWN_COMMANDS.restoreWith(distinctName(session, connection)), keys: null };
      return own(`connection ${connection.id}`, COMMAND_GROUPS.presets, words, () => {
        desk.client.connections
          .choose({ connectionId: connection.id })
          .then(() => desk.refreshConnections())
          .catch(showRefusal);
      });
    });
}

export function placeCommands(desk: PageDesk): readonly Command[] {
  return [
    ...PAGES.map((page) => plain(page, COMMAND_GROUPS.places)),
    ...PLACE_PAGES.map(({ id, title }) => ({
      id: `settings ${id}`,
      group: COMMAND_GROUPS.places,
      label: OWN_COMMANDS.settings(title),
      run: () => desk.goToSettings(id),
    })),
    plain('shortcuts', COMMAND_GROUPS.app),
  ];
}
