/** The desk before the first recording: how to add one, and samples to try. */

import { Button, Group } from '@mantine/core';
import { IconFolder, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { MODEL_IDS } from '../../../../shared/domain/models.ts';
import { desktopBridge } from '../../../bridge/desktop-transport.ts';
import { reportImport } from '../../../components/add-recordings/import-report.tsx';
import { ADD } from '../../../components/add-recordings/strings.ts';
import { useChoosers } from '../../../components/add-recordings/use-choosers.tsx';
import { BeforeAfter } from '../../../components/marks/marks.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import type { PageDesk } from '../../../state/desk.ts';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import { chosenConnection } from '../../../state/session-store.ts';
import { EMPTY } from '../strings.ts';
import classes from './empty-desk.module.css';

export function EmptyDesk() {
  return (
    <div className={classes.page}>
      <section className={classes.well}>
        <BeforeAfter />
        <h1 className={classes.title}>{EMPTY.title}</h1>
        <p className={classes.text}>{EMPTY.text}</p>
        <Group gap={10} wrap="nowrap" align="stretch">
          <ChooseButtons />
        </Group>
        <p className={classes.formats}>{desktopBridge() === null ? EMPTY.formatsInBrowser : EMPTY.formats}</p>
      </section>
      <Samples />
      <ul className={classes.promises}>
        {EMPTY.promises.map(([title, text]) => (
          <li key={title}>
            <b>{title}</b>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Samples() {
  const desk = useDesk();
  const count = useSession((state) => state.info?.samples ?? 0);
  const preset = useSession((state) => state.preset);
  // Both models, where that costs nothing.
  const isFree = useSession((state) => chosenConnection(state)?.kind === 'built-in');
  const [busy, setBusy] = useState(false);
  if (count === 0) return null;

  function restore(): void {
    setBusy(true);
    compareOnceDone(desk);
    desk.client.queue
      .addSamples({
        start: true,
        ...(preset === null ? {} : { preset: isFree ? { ...preset, models: [...MODEL_IDS] } : preset }),
      })
      .then((report) => report.skipped.length > 0 && reportImport(report))
      .catch(showRefusal)
      .finally(() => setBusy(false));
  }

  return (
    <section className={classes.samples}>
      <div>
        <b>{EMPTY.samplesTitle}</b>
        <span>{EMPTY.samplesText(count)}</span>
      </div>
      <Button h={34} variant="light" loading={busy} leftSection={<IconPlayerPlayFilled size={13} />} onClick={restore}>
        {EMPTY.samplesAction}
      </Button>
    </section>
  );
}

/** The first minute ends in a comparison, unless the person is elsewhere by then, or has begun something else. */
function compareOnceDone(desk: PageDesk): void {
  const stop = desk.queue.subscribe(({ jobs, totals }) => {
    const isElsewhere =
      desk.route.getState().name !== 'desk' || totals.jobs > (desk.session.getState().info?.samples ?? 0);
    if (!isElsewhere && (totals.lastRun === null || totals.done === 0)) return;
    stop();
    const first = [...jobs.values()].find(({ state }) => state.kind === 'done');
    if (!isElsewhere && first !== undefined) desk.goTo('listen', first.id);
  });
}

function ChooseButtons() {
  const { chooseFiles, chooseFolder, inputs } = useChoosers();
  return (
    <>
      <Button h={40} px={22} variant="filled" onClick={chooseFiles}>
        {ADD.chooseFiles}
      </Button>
      <Button h={40} px={20} leftSection={<IconFolder size={16} stroke={1.8} />} onClick={chooseFolder}>
        {ADD.chooseFolder}
      </Button>
      {inputs}
    </>
  );
}
