/** What a person has said of a recording: the mark of a verdict, and the fields for a note and tags. */

import { Stack, TagsInput, Textarea } from '@mantine/core';
import { IconCheck, IconStar, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { VerdictView } from '../../../shared/contract/listening/verdicts.ts';
import { MOST_TAGS, type Note } from '../../../shared/domain/listening/verdict.ts';
import { NOTE } from '../strings.ts';
import classes from './verdicts.module.css';

const VERDICT_ICONS = { keep: IconCheck, reject: IconX, better: IconStar } as const;

interface NoteBoxProps {
  readonly note: Note;
  onSave(note: Note): void;
}

/** Saved when a field is left. */
export function NoteBox({ note, onSave }: NoteBoxProps) {
  const [text, setText] = useState(note.note);
  useEffect(() => setText(note.note), [note.note]);
  return (
    <Stack component="section" gap={10} aria-label={NOTE.note}>
      <Textarea
        rows={2}
        classNames={{ input: classes.text }}
        maxLength={4000}
        label={NOTE.note}
        placeholder={NOTE.placeholder}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => text !== note.note && onSave({ note: text, tags: note.tags })}
      />
      <TagsInput
        label={NOTE.tags}
        placeholder={note.tags.length === 0 ? NOTE.tagsPlaceholder : ''}
        maxTags={MOST_TAGS}
        maxLength={40}
        value={note.tags}
        onChange={(tags) => onSave({ note: text, tags })}
      />
    </Stack>
  );
}

/** A check, a cross, or a star for what is better than another take. */
export function VerdictMark({ verdict }: { verdict: VerdictView }) {
  const Icon = VERDICT_ICONS[verdict.kind];
  return <Icon className={classes.mark} data-kind={verdict.kind} size={15} aria-hidden="true" />;
}
