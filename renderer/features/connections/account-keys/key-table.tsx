/** The table of keys, with a search and a filter by status. */

import { ActionIcon, Button, Group, Menu, SegmentedControl, TextInput } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleOff, IconDots, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import type { KeyView } from '../../../../shared/contract/account/keys.ts';
import { DetailTable } from '../detail-parts.tsx';
import classes from './account-keys.module.css';
import type { Stop } from './change-dialog.tsx';
import { boundsOf, countsOf, dayOf, filterKeys, nameOf, obstacleOf, type StatusFilter, wordOf } from './key-words.ts';
import { CHANGES, KEYS } from './strings.ts';

const FILTERS: readonly StatusFilter[] = ['all', 'active', 'others'];

/** What can be done with a key besides rotating it, at Cleartake's own service. */
export type KeyChange = Stop | 'activate' | 'limit';

interface KeyTableProps {
  readonly keys: readonly KeyView[];
  /** At services that aren't Cleartake's own, keys can only be rotated. */
  readonly isOurs: boolean;
  /** @param opener the button that was pressed, or that of the menu that it was chosen from */
  onRotate(key: KeyView, opener: HTMLElement): void;
  onChange(key: KeyView, change: KeyChange, opener: HTMLElement | null): void;
}

export function KeyTable({ keys, isOurs, onRotate, onChange }: KeyTableProps) {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<StatusFilter>('all');
  const counts = countsOf(keys);
  const found = filterKeys(keys, filter, search);
  return (
    <>
      <Group gap={10} mb={10}>
        <TextInput
          aria-label={KEYS.find}
          placeholder={KEYS.find}
          leftSection={<IconSearch size={15} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <SegmentedControl
          size="xs"
          aria-label={KEYS.status}
          data={FILTERS.map((value) => ({ value, label: KEYS[value](counts[value]) }))}
          value={filter}
          onChange={(value) => setFilter(FILTERS.find((one) => one === value) ?? 'all')}
        />
      </Group>
      <DetailTable label={KEYS.table} columns={Object.values(KEYS.columns)}>
        {found.map((key) => (
          <KeyRow key={key.keyId} shown={key} onRotate={(opener) => onRotate(key, opener)}>
            {isOurs && key.status !== 'revoked' && (
              <ChangeMenu shown={key} onChange={(change, opener) => onChange(key, change, opener)} />
            )}
          </KeyRow>
        ))}
      </DetailTable>
      {found.length === 0 && <p className={classes.none}>{KEYS.none}</p>}
    </>
  );
}

interface KeyRowProps {
  readonly shown: KeyView;
  readonly children: ReactNode;
  onRotate(opener: HTMLElement): void;
}

function KeyRow({ shown, children, onRotate }: KeyRowProps) {
  const name = nameOf(shown);
  const obstacle = obstacleOf(shown);
  const bounds = boundsOf(shown);
  const isActive = shown.status === 'active';
  const Icon = isActive ? IconCircleCheckFilled : IconCircleOff;
  return (
    <tr className={shown.inUse ? classes.mine : undefined}>
      <th scope="row">
        <span className={classes.name}>{name}</span>
        {shown.inUse && <span className={classes.mark}>{KEYS.inUse}</span>}
        {shown.signedIn && <span className={classes.mark}>{KEYS.signedIn}</span>}
        <code className={classes.prefix} title={shown.keyId}>
          {shown.keyPrefix === '' ? shown.keyId : `${shown.keyPrefix}…`}
        </code>
      </th>
      <td>
        {wordOf(KEYS.roles, shown.role)}
        <small>{[...shown.scopes, ...(bounds === null ? [] : [bounds])].join(', ')}</small>
      </td>
      <td>
        <span className={classes.status}>
          <Icon size={15} aria-hidden className={isActive ? classes.active : undefined} />
          {wordOf(KEYS.statuses, shown.status)}
        </span>
        {shown.callsPerMinute !== null && <small>{KEYS.perMinute(shown.callsPerMinute)}</small>}
        {shown.revokedAt !== null && <small>{KEYS.revokedAt(dayOf(shown.revokedAt))}</small>}
      </td>
      <td className={classes.time}>{dayOf(shown.createdAt)}</td>
      <td className={classes.time}>{dayOf(shown.rotatedAt)}</td>
      <td>
        <div className={classes.actions}>
          {obstacle === null ? (
            <Button h={30} fz={12} aria-label={KEYS.rotateOne(name)} onClick={(event) => onRotate(event.currentTarget)}>
              {KEYS.rotate}
            </Button>
          ) : (
            <small>{obstacle}</small>
          )}
          {children}
        </div>
      </td>
    </tr>
  );
}

interface ChangeMenuProps {
  readonly shown: KeyView;
  onChange(change: KeyChange, opener: HTMLElement | null): void;
}

function ChangeMenu({ shown, onChange }: ChangeMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const choose = (change: KeyChange) => onChange(change, button.current);
  const stops: readonly Stop[] = shown.status === 'active' ? ['deactivate', 'revoke'] : ['revoke'];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon ref={button} variant="default" size={30} aria-label={CHANGES.more(nameOf(shown))}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => choose('limit')}>{CHANGES.limit}</Menu.Item>
        {shown.status !== 'active' && <Menu.Item onClick={() => choose('activate')}>{CHANGES.activate}</Menu.Item>}
        {stops.map((how) => (
          <Menu.Item key={how} disabled={shown.signedIn} onClick={() => choose(how)}>
            {CHANGES[how]}
            {shown.signedIn && <small className={classes.why}>{CHANGES.isSignedIn}</small>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
