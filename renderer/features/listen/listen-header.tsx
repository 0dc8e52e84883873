/** The header of the comparison: the recording's name, adding a model, saving a result. */

import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload, IconFileDownload, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { JobView, TakeView } from '../../../shared/contract/views.ts';
import { modelOf } from '../../../shared/domain/models.ts';
import { addableModels, askToAddModel } from '../../components/jobs/results.ts';
import { saveRaw, saveResult } from '../../components/jobs/save-result.ts';
import { RESULTS } from '../../components/jobs/strings.ts';
import type { Player } from '../../components/playback/player.ts';
import { shownName } from '../../components/text/format.ts';
import { useDesk } from '../../state/desk-context.ts';
import classes from './listen.module.css';
import { useActiveCard } from './takes/use-takes.ts';

interface ListenHeaderProps {
  readonly job: JobView;
  readonly takes: readonly TakeView[];
  readonly player: Player;
  /** Beside the name. */
  readonly children?: ReactNode;
}

export function ListenHeader({ job, takes, player, children }: ListenHeaderProps) {
  const desk = useDesk();
  const active = useActiveCard(player);
  const heard = takes[active];
  const saved = heard?.kind === 'result' ? heard : takes.find((take) => take.kind === 'result');
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
        {saved?.playable === true && (
          <Button.Group>
            <Button
              h={32}
              onClick={() => void saveResult(desk, saved.id, job.name)}
              leftSection={<IconDownload size={15} stroke={2} />}
            >
              {RESULTS.save(saved.label)}
            </Button>
            <Menu position="bottom-end">
              <Menu.Target>
                <Button h={32} px={7} aria-label={RESULTS.saveMore}>
                  <IconChevronDown size={15} stroke={2} />
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  leftSection={<IconFileDownload size={15} stroke={1.8} />}
                  onClick={() => void saveRaw(saved.id)}
                >
                  {RESULTS.saveRaw(saved.label)}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Button.Group>
        )}
      </span>
    </header>
  );
}
