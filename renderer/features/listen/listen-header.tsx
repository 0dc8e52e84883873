/** The header of the comparison: the recording's name, adding a model, saving what is heard. */

import { Button } from '@mantine/core';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { JobView } from '../../../shared/contract/views.ts';
import { modelOf } from '../../../shared/domain/models.ts';
import { addableModels, askToAddModel } from '../../components/jobs/results.ts';
import { RESULTS } from '../../components/jobs/strings.ts';
import { SAVE_AS } from '../../components/save-as/strings.ts';
import { shownName } from '../../components/text/format.ts';
import { useDesk } from '../../state/desk-context.ts';
import classes from './listen.module.css';

interface ListenHeaderProps {
  readonly job: JobView;
  readonly onSave: () => void;
  /** Beside the name. */
  readonly children?: ReactNode;
}

export function ListenHeader({ job, onSave, children }: ListenHeaderProps) {
  const desk = useDesk();
  return (
    <header className={classes.header}>
      <h1 className="cut" title={shownName(job.name)} dir="auto">
        {shownName(job.name)}
      </h1>
      {job.folder !== '' && <span className={classes.folder}>{job.folder}</span>}
      {children}
      <span className={classes.headerEnd}>
        {addableModels(job).map((model) => (
          <Button
            key={model}
            h={32}
            leftSection={<IconPlus size={15} stroke={2} />}
            onClick={() => askToAddModel(desk, [job.id], model)}
          >
            {RESULTS.addModel(modelOf(model).label)}
          </Button>
        ))}
        <Button h={32} aria-keyshortcuts="E" leftSection={<IconDownload size={15} stroke={2} />} onClick={onSave}>
          {SAVE_AS.item}
        </Button>
      </span>
    </header>
  );
}
