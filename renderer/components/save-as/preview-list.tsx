/** What Save as… would write: names and levels, the odd ones first, where they go, and what becomes of earlier files. */

import { SegmentedControl, Select } from '@mantine/core';
import { useId } from 'react';
import { EARLIER, type Earlier, type PreviewedOutput, type SaveAsPreview } from '../../../shared/contract/outputs.ts';
import { modelOf } from '../../../shared/domain/models.ts';
import { signed } from '../presets/sound-words.ts';
import { shownName } from '../text/format.ts';
import type { Results } from './ask.ts';
import classes from './save-as.module.css';
import { oddityWords, SAVE_AS, SAVE_PREVIEW } from './strings.ts';

interface PreviewListProps {
  /** Null until it is known. */
  readonly preview: SaveAsPreview | null;
  readonly earlier: Earlier;
  readonly results: Results;
  readonly onResults: (results: Results) => void;
  readonly onEarlier: (earlier: Earlier) => void;
}

export function PreviewList({ earlier, onEarlier, onResults, preview, results }: PreviewListProps) {
  const titleId = useId();
  const shown = preview?.outputs ?? [];
  const isOdd = shown.some(({ oddities }) => oddities.length > 0);
  const more = preview === null ? 0 : preview.files + preview.missing - shown.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must be reachable by key
    <section className={classes.preview} aria-labelledby={titleId} tabIndex={0}>
      {(preview?.models.length ?? 0) > 1 && (
        <Select
          size="xs"
          mb={14}
          label={SAVE_AS.results}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          value={results}
          onChange={(value) => onResults((value ?? 'chosen') as Results)}
          data={[
            { value: 'chosen', label: SAVE_AS.chosen },
            ...(preview?.models ?? []).map((id) => ({ value: id, label: modelOf(id).label })),
            { value: 'all', label: SAVE_AS.all },
          ]}
        />
      )}
      <h3 id={titleId}>{isOdd ? SAVE_PREVIEW.oddFirst : SAVE_PREVIEW.title}</h3>
      {preview === null && <p role="status">{SAVE_PREVIEW.loading}</p>}
      <ul>
        {shown.map((output) => (
          <Output key={output.id} output={output} />
        ))}
        {more > 0 && <li className={classes.dim}>{SAVE_PREVIEW.more(more)}</li>}
      </ul>
      {preview !== null && preview.files > 0 && (
        <p className={classes.dim}>
          {preview.folder === null ? SAVE_PREVIEW.taken : SAVE_PREVIEW.into(preview.folder, preview.otherFolders)}
        </p>
      )}
      {preview !== null && preview.there > 0 && <p className={classes.dim}>{SAVE_PREVIEW.there(preview.there)}</p>}
      {preview !== null && preview.earlier > 0 && preview.folder !== null && (
        <div className={classes.earlier}>
          <span id={`${titleId} earlier`}>{SAVE_PREVIEW.earlier}</span>
          <SegmentedControl
            size="xs"
            aria-labelledby={`${titleId} earlier`}
            value={earlier}
            onChange={(value) => onEarlier(EARLIER.find((one) => one === value) ?? 'keep')}
            data={EARLIER.map((value) => ({ value, label: SAVE_PREVIEW.choices[value] }))}
          />
          <p className={classes.dim}>
            {earlier === 'keep' ? SAVE_PREVIEW.keeps(preview.earlier) : SAVE_PREVIEW.replaces}
          </p>
        </div>
      )}
    </section>
  );
}

function Output({ output: { fileName, folder, loudness, name, oddities } }: { readonly output: PreviewedOutput }) {
  return (
    <li>
      <bdi className={classes.fileName}>{shownName(fileName ?? name)}</bdi>
      {oddities.map((oddity) => (
        <span key={oddity.kind} className={classes.odd} data-kind={oddity.kind}>
          {oddityWords(oddity, folder)}
        </span>
      ))}
      {loudness !== null && (
        <span className={classes.dim}>{SAVE_PREVIEW.level(signed(loudness.from, 1), signed(loudness.to, 1))}</span>
      )}
    </li>
  );
}
