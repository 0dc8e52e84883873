/** Commands for the selected recordings, or for the current one: those of its menu. */

import type { JobView } from '../../../shared/contract/views.ts';
import { PRIORITIES } from '../../../shared/domain/queue-order.ts';
import { showRefusal } from '../../components/messages/saving.tsx';
import { shownName } from '../../components/text/format.ts';
import { actionLabel, possibleActions, type RowAction } from '../../features/desk/actions/row-actions.ts';
import type { RowActions } from '../../features/desk/actions/use-row-actions.ts';
import { askForSettings } from '../../features/desk/own/change-settings.tsx';
import { askForConnection } from '../../features/desk/own/move-connection.tsx';
import { OWN } from '../../features/desk/own/strings.ts';
import { changeableAmong, changeRows, waitingAmong } from '../../features/desk/own/waiting-rows.ts';
import { QUEUE_ORDER } from '../../features/desk/strings.ts';
import type { PageDesk } from '../../state/desk.ts';
import { isOver } from '../../state/job-group.ts';
import { chosenPreset } from '../../state/session-store.ts';
import { viewStore } from '../../state/view-store.ts';
import type { Command } from './command.ts';
import { COMMAND_GROUPS } from './strings.ts';

export function rowCommands(desk: PageDesk, actions: RowActions): readonly Command[] {
  const { jobs: all } = desk.queue.getState();
  const { current, selected } = viewStore.getState();
  const targets = selected.size > 0 ? [...selected] : current === null ? [] : [current];
  const jobs = targets.flatMap((id) => all.get(id) ?? []);
  const [only] = jobs;
  if (only === undefined) return [];
  const ids = jobs.map((job) => job.id);
  const group = COMMAND_GROUPS.rows(jobs.length, shownName(only.name));

  function command(id: string, label: string, run: () => void): Command {
    return { id: `row ${id}`, group, label, run };
  }

  function actionCommand(action: RowAction): Command {
    const { id, isDestructive = false, keys, price } = action;
    return {
      ...command(id, actionLabel(action, only as JobView), () => actions.run(id, ids)),
      // What removes has no key here, so that nobody learns it by chance.
      ...(keys === undefined || isDestructive ? {} : { keys: keys.name }),
      ...(typeof price === 'function' ? { note: price(jobs) ?? '' } : {}),
      destructive: isDestructive,
    };
  }

  const possible = [...new Set(jobs.flatMap(possibleActions))].filter(({ isSingle }) => jobs.length === 1 || !isSingle);
  return [
    ...possible.map(actionCommand),
    ...waitingCommands(desk, ids, command),
    ...(jobs.every(isOver) ? [] : orderCommands(actions, ids, command)),
  ];
}

type Make = (id: string, label: string, run: () => void) => Command;

/** What can be changed while they wait. */
function waitingCommands(desk: PageDesk, ids: readonly string[], command: Make): Command[] {
  if (changeableAmong(desk, ids).length === 0) return [];
  const waiting = waitingAmong(desk, ids);
  const session = desk.session.getState();
  const preset = chosenPreset(session)?.name ?? null;
  return [
    command('settings', OWN.settings, () => askForSettings(desk, ids, 'all')),
    command('models', OWN.models, () => askForSettings(desk, ids, 'models')),
    ...(waiting.length > 0 && session.connections.length > 1
      ? [command('move', OWN.move, () => askForConnection(desk, ids))]
      : []),
    ...(waiting.some((job) => job.own !== null)
      ? [
          command('reset', preset === null ? OWN.resetCustom : OWN.reset(preset), () => {
            changeRows(desk, waitingAmong(desk, ids), null).catch(showRefusal);
          }),
        ]
      : []),
  ];
}

function orderCommands(actions: RowActions, ids: readonly string[], command: Make): Command[] {
  return [
    command('top', QUEUE_ORDER.top, () => actions.step(ids, 'top')),
    command('bottom', QUEUE_ORDER.bottom, () => actions.step(ids, 'bottom')),
    ...PRIORITIES.map((priority) =>
      command(`priority ${priority}`, QUEUE_ORDER.newPriority(priority), () => actions.prioritize(ids, priority)),
    ),
  ];
}
