/** The table of keys, with a search and a filter by status. */

import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleOff, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { KeyView } from '../../../../shared/contract/keys.ts';
import { shownName } from '../../../components/text/format.ts';
import { DialogTable } from '../dialog-table.tsx';
import classes from './account-keys.module.css';
import { boundsOf, countsOf, dayOf, filterKeys, obstacleOf, type StatusFilter, wordOf } from './key-words.ts';
import { KEYS } from './strings.ts';

const FILTERS: readonly StatusFilter[] = ['all', 'active', 'others'];

interface KeyTableProps {
  readonly keys: readonly KeyView[];
  onRotate(key: KeyView): void;
}

export function KeyTable({ keys, onRotate }: KeyTableProps) {
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
          <KeyRow key={key.keyId} shown={key} onRotate={() => onRotate(key)} />
        ))}
      </DialogTable>
      {shown.length === 0 && <p className={classes.none}>{KEYS.none}</p>}
    </>
  );
}

function KeyRow({ shown, onRotate }: { readonly shown: KeyView; onRotate(): void }) {
  const name = shown.label === '' ? KEYS.unnamed : shownName(shown.label);
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
        {shown.revokedAt !== null && <small>{KEYS.revokedAt(dayOf(shown.revokedAt))}</small>}
      </td>
      <td>{dayOf(shown.createdAt)}</td>
      <td>{dayOf(shown.rotatedAt)}</td>
      <td>
        {obstacle === null ? (
          <Button aria-label={KEYS.rotateOne(name)} onClick={onRotate}>
            {KEYS.rotate}
          </Button>
        ) : (
          <small>{obstacle}</small>
        )}
      </td>
    </tr>
  );
}
