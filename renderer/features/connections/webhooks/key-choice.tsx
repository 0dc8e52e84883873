/** Chooses whose events an endpoint gets: one of the account's keys, or an id that is typed where the keys can't be listed. */

import { Select, TextInput } from '@mantine/core';
import type { KeyView } from '../../../../shared/contract/account/keys.ts';
import { shownName } from '../../../components/text/format.ts';
import { wordOf } from '../account-keys/key-words.ts';
import type { KeyList } from '../account-keys/keys-panel.tsx';
import { KEYS } from '../account-keys/strings.ts';
import { ENDPOINTS } from './strings.ts';
import classes from './webhooks.module.css';

interface KeyChoiceProps {
  readonly list: KeyList;
  /** Id of a key; empty for the connection's own. */
  readonly keyId: string;
  onChange(keyId: string): void;
}

export function KeyChoice({ list, keyId, onChange }: KeyChoiceProps) {
  if (list.kind === 'failed') {
    return (
      <TextInput
        label={ENDPOINTS.ownerId}
        description={ENDPOINTS.ownerTyped}
        value={keyId}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const keys = list.kind === 'read' ? list.answer.keys : [];
  const own = keys.find(({ inUse }) => inUse);
  // The connection's own key is the first choice already.
  const others = keys.filter((key) => key !== own);
  return (
    <Select
      label={ENDPOINTS.ownerLabel}
      description={list.kind === 'loading' ? KEYS.loading : ENDPOINTS.ownerNote}
      allowDeselect={false}
      maxDropdownHeight={300}
      searchable={others.length > 8}
      nothingFoundMessage={KEYS.none}
      data={[
        { value: '', label: ENDPOINTS.ownKey(own === undefined ? null : keyName(own)) },
        ...others.map((key) => ({
          value: key.keyId,
          label: `${keyName(key)} · ${prefixOf(key)}`,
          disabled: key.status === 'revoked',
        })),
      ]}
      renderOption={({ option }) => {
        const key = option.value === '' ? own : others.find((other) => other.keyId === option.value);
        return (
          <span className={classes.key}>
            <span>{option.value === '' ? ENDPOINTS.ownKey(null) : key && keyName(key)}</span>
            {key !== undefined && <small>{factsOf(key, option.value === '')}</small>}
          </span>
        );
      }}
      value={keyId}
      onChange={(value) => onChange(value ?? '')}
    />
  );
}

/** As it is listed; its id where the keys couldn't be listed, or it isn't among them. */
export function ownerName(list: KeyList, keyId: string): string {
  const key = list.kind === 'read' ? list.answer.keys.find((one) => one.keyId === keyId) : undefined;
  return key === undefined ? keyId : keyName(key);
}

function keyName({ label }: KeyView): string {
  return label === '' ? KEYS.unnamed : shownName(label);
}

function prefixOf({ keyId, keyPrefix }: KeyView): string {
  return keyPrefix === '' ? keyId : `${keyPrefix}…`;
}

function factsOf(key: KeyView, isOwn: boolean): string {
  const name = isOwn ? [keyName(key)] : [];
  const state = key.status === 'revoked' ? ENDPOINTS.revokedKey : wordOf(KEYS.statuses, key.status);
  return [...name, prefixOf(key), wordOf(KEYS.roles, key.role), state].join(' · ');
}
