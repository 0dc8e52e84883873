/** The top bar: name, current page, selected connection, appearance and help. */

import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconCheck, IconChevronDown, IconDeviceDesktop, IconHelp, IconMoon, IconSun } from '@tabler/icons-react';
import type { ConnectionView } from '../../../shared/contract/connections.ts';
import { markedName } from '../../../shared/domain/connections/marks.ts';
import { formatUsd } from '../../../shared/domain/money.ts';
import { ConnectionName, Swatch } from '../../components/connections/connection-name.tsx';
import { BrandMark, KeyCap } from '../../components/marks/marks.tsx';
import { showRefusal } from '../../components/messages/saving.tsx';
import { useDesk, useQueue, useSession } from '../../state/desk-context.ts';
import { isStartable } from '../../state/job-group.ts';
import { openPalette, openShortcuts } from '../../state/page-stores.ts';
import type { QueueState } from '../../state/queue-store.ts';
import { chosenConnection, distinctName, healthOf, keyProblem, type SessionState } from '../../state/session-store.ts';
import { keyWords } from '../commands/command.ts';
import { OWN_COMMANDS, PALETTE } from '../commands/strings.ts';
import { SHELL } from '../strings.ts';
import classes from './shell.module.css';

let last: { readonly jobs: QueueState['jobs']; readonly changes: number; readonly ids: readonly string[] } | null =
  null;

export function TopBar() {
  return (
    <header className={classes.top}>
      <span className={classes.logo}>
        <BrandMark />
        {SHELL.name}
      </span>
      <span className={classes.topEnd}>
        <ConnectionPill />
        <Appearance />
        <PaletteButton />
        <Tooltip label={SHELL.shortcuts}>
          <ActionIcon aria-label={SHELL.shortcuts} onClick={openShortcuts}>
            <IconHelp size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </span>
    </header>
  );
}

function PaletteButton() {
  const onMac = useSession((state) => state.info?.platform === 'darwin');
  return (
    <button type="button" className={classes.palette} title={PALETTE.title} onClick={openPalette}>
      <span className="visually-hidden">{PALETTE.title} </span>
      <KeyCap>{keyWords(OWN_COMMANDS.palette.keys, onMac)}</KeyCap>
    </button>
  );
}

/** Says where new recordings are restored, and how that service is; its menu switches it in place. */
function ConnectionPill() {
  const desk = useDesk();
  const connection = useSession(chosenConnection);
  const connections = useSession((session) => session.connections);
  const session = useSession((state) => state);
  const waiting = useQueue(waitingConnectionIds);
  const elsewhere = useSession((state) => elsewhereWords(state, waiting));
  if (connection === null) return null;
  const trouble = keyProblem(connection);
  const state = trouble === null ? (elsewhere ?? ` · ${priceWords(connection)}`) : ` · ${SHELL.key[trouble]}`;
  const health = healthOf(connection);

  function choose(connectionId: string): void {
    desk.client.connections
      .choose({ connectionId })
      .then(() => desk.refreshConnections())
      .catch(showRefusal);
  }

  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <button
          type="button"
          className={classes.pill}
          aria-haspopup="menu"
          title={connection.parked?.userMessage ?? SHELL.health[health]}
        >
          <span className={classes.dot} data-tone={health} />
          <span className="visually-hidden">{SHELL.health[health]} </span>
          <Swatch color={connection.color} />
          <span className="cut">
            {markedName(connection)}
            {state}
          </span>
          <IconChevronDown size={14} stroke={2} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{SHELL.restoreWith}</Menu.Label>
        <Menu.RadioGroup value={connection.id} onChange={choose}>
          {connections.map((each) => (
            <Menu.RadioItem
              key={each.id}
              value={each.id}
              closeMenuOnClick
              checkIcon={<IconCheck size={15} />}
              rightSection={<span className={classes.dot} data-tone={healthOf(each)} />}
            >
              <ConnectionName id={each.id} name={distinctName(session, each)} />
              <span className={classes.price}>{priceWords(each)}</span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={() => desk.goTo('connections')}>{SHELL.manage}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function waitingNames({ connections }: SessionState, waiting: readonly string[]): string[] {
  return connections.filter(({ id }) => waiting.includes(id)).map(({ name }) => name);
}

/** Instead of a price, where Start uses other connections than the chosen one; null if it doesn't. */
function elsewhereWords(session: SessionState, waiting: readonly string[]): string | null {
  const chosen = chosenConnection(session);
  const others = waiting.filter((id) => id !== chosen?.id);
  if (others.length === 0) return null;
  const [first = ''] = waitingNames(session, others);
  return waiting.length === 1 ? SHELL.startUses(first) : SHELL.more(others.length);
}

function priceWords({ prices }: Pick<ConnectionView, 'prices'>): string {
  const known = Object.values(prices).filter((price) => price !== null);
  if (known.length === 0) return SHELL.noPrice;
  const least = Math.min(...known);
  return Math.max(...known) === 0 ? SHELL.free : SHELL.fromPrice(formatUsd(least * 60));
}

const SCHEMES = [
  { value: 'auto', icon: IconDeviceDesktop },
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
] as const;

function Appearance() {
  const desk = useDesk();
  const theme = useSession(({ preferences }) => preferences.theme);
  const Icon = SCHEMES.find(({ value }) => value === theme)?.icon ?? IconDeviceDesktop;
  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon aria-label={SHELL.theme}>
          <Icon size={18} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={theme}
          onChange={(chosen) => {
            const found = SCHEMES.find(({ value }) => value === chosen)?.value ?? 'auto';
            desk.setPreferences({ theme: found }).catch(showRefusal);
          }}
        >
          {SCHEMES.map(({ value, icon: SchemeIcon }) => (
            <Menu.RadioItem
              key={value}
              value={value}
              closeMenuOnClick
              checkIcon={<IconCheck size={15} />}
              rightSection={<SchemeIcon size={16} stroke={1.7} />}
            >
              {SHELL.themes[value]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Ids, the same array until they change. */
function waitingConnectionIds({ jobs, changes, counts }: QueueState): readonly string[] {
  if (last?.jobs === jobs && last.changes === changes) return last.ids;
  const found = new Set<string>();
  let left = counts.startable;
  for (const job of jobs.values()) {
    if (left === 0) break;
    if (!isStartable(job)) continue;
    found.add(job.connectionId);
    left -= 1;
  }
  const same = last !== null && last.ids.length === found.size && last.ids.every((id) => found.has(id));
  last = { jobs, changes, ids: same && last !== null ? last.ids : [...found] };
  return last.ids;
}
