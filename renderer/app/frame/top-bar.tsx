/** The top bar: name, current page, selected connection, appearance and help. */

import { ActionIcon, Menu, Tooltip, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconHelp, IconMoon, IconSun } from '@tabler/icons-react';
import { BrandMark } from '../../components/marks/brand.tsx';
import { useDesk, useQueue, useRoute, useSession } from '../../state/desk-context.ts';
import { chosenConnection, keyProblem } from '../../state/session-store.ts';
import { PAGE_LABELS, SHELL } from '../strings.ts';
import classes from './shell.module.css';
import { openShortcuts } from './shortcut-sheet.tsx';

export function TopBar() {
  return (
    <header className={classes.top}>
      <span className={classes.logo}>
        <BrandMark />
        {SHELL.name}
      </span>
      <Crumb />
      <span className={classes.topEnd}>
        <ConnectionPill />
        <Appearance />
        <Tooltip label={SHELL.shortcuts}>
          <ActionIcon aria-label={SHELL.shortcuts} onClick={openShortcuts}>
            <IconHelp size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </span>
    </header>
  );
}

function Crumb() {
  const page = useRoute((state) => state.name);
  const jobs = useQueue((state) => state.order.length);
  if (page === 'desk') return <span className={classes.crumb}>{jobs > 0 && SHELL.recordings(jobs)}</span>;
  return <span className={classes.crumb}>{PAGE_LABELS[page]}</span>;
}

function ConnectionPill() {
  const desk = useDesk();
  const connection = useSession(chosenConnection);
  if (connection === null) return null;
  const trouble = keyProblem(connection);
  return (
    <Tooltip label={connection.parked?.userMessage ?? SHELL.changeConnection}>
      <button type="button" className={classes.pill} onClick={() => desk.goTo('connections')}>
        <span className={classes.dot} data-tone={connection.parked === null && trouble === null ? 'good' : 'warn'} />
        <span>
          {connection.name}
          {connection.kind === 'built-in' && ` · ${SHELL.free}`}
          {trouble !== null && ` · ${SHELL.key[trouble]}`}
        </span>
      </button>
    </Tooltip>
  );
}

const SCHEMES = [
  { value: 'auto', icon: IconDeviceDesktop },
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
] as const;

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Icon = SCHEMES.find((scheme) => scheme.value === colorScheme)?.icon ?? IconDeviceDesktop;
  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon aria-label={SHELL.theme}>
          <Icon size={18} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map(({ value, icon: SchemeIcon }) => (
          <Menu.Item
            key={value}
            leftSection={<SchemeIcon size={16} stroke={1.7} />}
            rightSection={value === colorScheme ? <IconCheck size={15} /> : null}
            onClick={() => setColorScheme(value)}
          >
            {SHELL.themes[value]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
