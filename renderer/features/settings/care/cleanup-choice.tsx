/** The kinds of files that can be removed, to choose from; what can't be had back for free stands apart. */

import { Button, Checkbox, Modal } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { useState } from 'react';
import type { CleanupPart } from '../../../../shared/contract/care.ts';
import { type Cleanup, LOSSES } from '../../../../shared/domain/care/space.ts';
import { CLEANUP_WORDS, filesWords, paidWords } from '../../../../shared/domain/care/strings.ts';
import { formatBytes } from '../../../../shared/domain/units.ts';
import { QuietText } from '../../../components/layout/layout.tsx';
import classes from './care.module.css';
import { SPACE } from './strings.ts';

interface CleanupChoiceProps {
  readonly parts: readonly CleanupPart[];
  readonly busy: boolean;
  onRemove(kinds: Cleanup[]): void;
}

export function CleanupChoice({ parts, busy, onRemove }: CleanupChoiceProps) {
  const [kinds, setKinds] = useState<readonly Cleanup[]>([]);
  const [asking, setAsking] = useState(false);
  if (parts.length === 0)
    return (
      <QuietText m="0 0 10px" fz={12}>
        {SPACE.nothing}
      </QuietText>
    );
  const chosen = parts.filter(({ kind }) => kinds.includes(kind));
  const size = formatBytes(chosen.reduce((sum, { bytes }) => sum + bytes, 0));
  const rows = (isLoss: boolean) =>
    parts
      .filter(({ kind }) => LOSSES.includes(kind) === isLoss)
      .map((part) => (
        <Part
          key={part.kind}
          part={part}
          checked={kinds.includes(part.kind)}
          disabled={busy}
          onChange={(checked) => setKinds(checked ? [...kinds, part.kind] : kinds.filter((kind) => kind !== part.kind))}
        />
      ));
  const losses = rows(true);
  return (
    <fieldset className={classes.choice}>
      <legend>{SPACE.clean}</legend>
      {rows(false)}
      {losses.length > 0 && (
        <div className={classes.losses}>
          <p className={classes.warning}>
            <IconAlertTriangleFilled size={15} /> {SPACE.losses}
          </p>
          {losses}
        </div>
      )}
      <Button disabled={chosen.length === 0 || busy} onClick={() => setAsking(true)}>
        {chosen.length === 0 ? SPACE.remove : SPACE.removeSize(size)}
      </Button>
      {asking && (
        <Confirmation
          parts={chosen}
          size={size}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            onRemove([...kinds]);
          }}
        />
      )}
    </fieldset>
  );
}

interface PartProps {
  readonly part: CleanupPart;
  readonly checked: boolean;
  readonly disabled: boolean;
  onChange(checked: boolean): void;
}

function Part({ part, checked, disabled, onChange }: PartProps) {
  const { note, title } = CLEANUP_WORDS[part.kind];
  const cost = LOSSES.includes(part.kind) ? ` ${paidWords(part)}` : '';
  return (
    <div className={classes.part}>
      <Checkbox
        label={title}
        description={`${note}${cost}`}
        checked={checked}
        disabled={disabled}
        classNames={{ label: classes.label, description: classes.note }}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{filesWords(part.files, formatBytes(part.bytes))}</span>
    </div>
  );
}

interface ConfirmationProps {
  readonly parts: readonly CleanupPart[];
  readonly size: string;
  onClose(): void;
  onConfirm(): void;
}

function Confirmation({ parts, size, onClose, onConfirm }: ConfirmationProps) {
  return (
    <Modal opened onClose={onClose} title={SPACE.confirmTitle(size)} size={560}>
      <p className={classes.lead}>{SPACE.confirmText}</p>
      <ul className={classes.goes}>
        {parts.map((part) => (
          <li key={part.kind}>
            <strong>{CLEANUP_WORDS[part.kind].title}</strong>: {filesWords(part.files, formatBytes(part.bytes))}
            <p className={classes.names}>{SPACE.examples(part.examples, part.files - part.examples.length)}</p>
            {LOSSES.includes(part.kind) && (
              <p className={classes.warning}>
                <IconAlertTriangleFilled size={15} /> {CLEANUP_WORDS[part.kind].note} {paidWords(part)}
              </p>
            )}
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button data-autofocus onClick={onClose}>
          {SPACE.keep}
        </Button>
        <Button variant="filled" onClick={onConfirm}>
          {SPACE.confirm}
        </Button>
      </div>
    </Modal>
  );
}
