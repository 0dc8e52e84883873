/** The header of the comparison: the recording's name, adding a model, saving a result. */

import { Button } from '@mantine/core';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { fileAddress } from '../../../shared/contract/page/media-addresses.ts';
import type { JobView, TakeView } from '../../../shared/contract/views.ts';
import { MODELS } from '../../../shared/domain/models.ts';
import { saveThroughSession } from '../../bridge/browser-session.ts';
import { addableModels, addModel } from '../../components/jobs/results.ts';
import { RESULTS } from '../../components/jobs/strings.ts';
import { shownName } from '../../components/text/format.ts';
import { useDesk } from '../../state/desk-context.ts';
import classes from './listen.module.css';

interface ListenHeaderProps {
  readonly job: JobView;
  readonly takes: readonly TakeView[];
  readonly active: number;
}

export function ListenHeader({ job, takes, active }: ListenHeaderProps) {
  const desk = useDesk();
  const heard = takes[active];
  const saved = heard?.kind === 'result' ? heard : takes.find((take) => take.kind === 'result');
  return (
    <header className={classes.header}>
      <h1 title={shownName(job.name)} dir="auto">
        {shownName(job.name)}
      </h1>
      {job.folder !== '' && <span className={classes.folder}>{job.folder}</span>}
      <span className={classes.headerEnd}>
        {addableModels(job).map((model) => (
          <Button
            key={model}
            h={32}
            leftSection={<IconPlus size={15} stroke={2} />}
            onClick={() => addModel(desk, job.id, model)}
          >
            {RESULTS.addModel(MODELS[model].label)}
          </Button>
        ))}
        {saved?.playable === true && (
          <Button
            component="a"
            h={32}
            variant="light"
            href={fileAddress(saved.id)}
            download={saved.fileName}
            onClick={saveThroughSession}
            leftSection={<IconDownload size={15} stroke={2} />}
          >
            {RESULTS.save(saved.label)}
          </Button>
        )}
      </span>
    </header>
  );
}
