/** The table of keys, with a search and a filter by status. */

import { ActionIcon, Button, Menu, SegmentedControl, TextInput } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleOff, IconDots, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { KeyView } from '../../../../shared/contract/keys.ts';
import { DialogTable } from '../dialog-table.tsx';
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
  onRotate(key: KeyView): void;
  onChange(key: KeyView, change: KeyChange): void;
}

export function KeyTable({ keys, isOurs, onRotate, onChange }: KeyTableProps) {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<StatusFilter>('all');
  const counts = countsOf(keys);
  const shown = filterKeys(keys, filter, search);
  return (
    <>
      <div className={classes.tools}>
        <TextInput
          data-autofocus
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
      </div>
      <DialogTable label={KEYS.table} columns={Object.values(KEYS.columns)}>
        {shown.map((key) => (
          <KeyRow key={key.keyId} shown={key} onRotate={() => onRotate(key)}>
            {isOurs && key.status !== 'revoked' && (
              <ChangeMenu shown={key} onChange={(change) => onChange(key, change)} />
            )}
          </KeyRow>
        ))}
      </DialogTable>
      {shown.length === 0 && <p className={classes.none}>{KEYS.none}</p>}
    </>
  );
}

interface KeyRowProps {
  readonly shown: KeyView;
  readonly children: ReactNode;
  onRotate(): void;
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
        <code title={shown.keyId}>{shown.keyPrefix === '' ? shown.keyId : `${shown.keyPrefix}…`}</code>
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
      <td>{dayOf(shown.createdAt)}</td>
      <td>{dayOf(shown.rotatedAt)}</td>
      <td>
        <div className={classes.actions}>
          {obstacle === null ? (
            <Button aria-label={KEYS.rotateOne(name)} onClick={onRotate}>
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

function ChangeMenu({ shown, onChange }: { readonly shown: KeyView; onChange(change: KeyChange): void }) {
  const stops: readonly Stop[] = shown.status === 'active' ? ['deactivate', 'revoke'] : ['revoke'];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={32} aria-label={CHANGES.more(nameOf(shown))}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onChange('limit')}>{CHANGES.limit}</Menu.Item>
        {shown.status !== 'active' && <Menu.Item onClick={() => onChange('activate')}>{CHANGES.activate}</Menu.Item>}
        {stops.map((how) => (
          <Menu.Item key={how} disabled={shown.signedIn} onClick={() => onChange(how)}>
            {CHANGES[how]}
            {shown.signedIn && <small className={classes.why}>{CHANGES.isSignedIn}</small>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
