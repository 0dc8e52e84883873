/** Note and tags of a recording, kept when the field is left. */

import { Stack, TagsInput, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { MOST_TAGS, type Note } from '../../../shared/domain/listening/verdict.ts';
import { NOTE } from './strings.ts';
import classes from './verdicts.module.css';

interface NoteBoxProps {
  readonly note: Note;
  onSave(note: Note): void;
}

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
