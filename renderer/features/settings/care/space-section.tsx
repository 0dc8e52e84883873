/** What takes space in the data folder, and the choice of what to remove. */

import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { SpaceView } from '../../../../shared/contract/care.ts';
import type { Cleanup } from '../../../../shared/domain/care/space.ts';
import { SPACE_WORDS } from '../../../../shared/domain/care/strings.ts';
import { formatBytes, formatCount } from '../../../../shared/domain/units.ts';
import { QuietText } from '../../../components/layout/layout.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { SettingsSection } from '../../../components/settings/section.tsx';
import { useDesk } from '../../../state/desk-context.ts';
import classes from './care.module.css';
import { CleanupChoice } from './cleanup-choice.tsx';
import { SPACE } from './strings.ts';

export function SpaceSection() {
  const { client } = useDesk();
  const [view, setView] = useState<SpaceView | null>(null);
  const [busy, setBusy] = useState<'looking' | 'removing' | null>(null);
  const [said, setSaid] = useState('');

  /** Looking may take a while in a large folder, so it waits for the person. */
  async function look(): Promise<void> {
    setBusy('looking');
    setView(await client.care.space());
  }

  async function remove(surveyId: string, kinds: Cleanup[]): Promise<void> {
    setBusy('removing');
    const { bytes, files, kept } = await client.care.clean({ surveyId, kinds });
    setSaid(kept === 0 ? SPACE.removed(files, formatBytes(bytes)) : SPACE.removedSome(files, formatBytes(bytes), kept));
    await look();
  }

  const act = (work: () => Promise<void>) =>
    void work()
      .catch(showRefusal)
      .finally(() => setBusy(null));

  return (
    <SettingsSection title={SPACE.title} text={SPACE.text}>
      {view !== null && <Used view={view} />}
      {view !== null && (
        <CleanupChoice
          key={view.surveyId}
          parts={view.cleanups}
          busy={busy !== null}
          onRemove={(kinds) => act(() => remove(view.surveyId, kinds))}
        />
      )}
      <Group gap="8px 14px">
        <Button
          loading={busy === 'looking'}
          disabled={busy !== null}
          onClick={() => {
            setSaid('');
            act(look);
          }}
        >
          {view === null ? SPACE.look : SPACE.lookAgain}
        </Button>
        <span role="status">{busy === 'removing' ? SPACE.removing : said}</span>
      </Group>
    </SettingsSection>
  );
}

function Used({ view: { free, used } }: { view: SpaceView }) {
  const total = used.reduce((sum, { bytes }) => sum + bytes, 0);
  const files = used.reduce((sum, part) => sum + part.files, 0);
  return (
    <>
      <table className={classes.used} aria-label={SPACE.used}>
        <thead>
          <tr>
            <th scope="col">{SPACE.what}</th>
            <th scope="col">{SPACE.files}</th>
            <th scope="col">{SPACE.size}</th>
          </tr>
        </thead>
        <tbody>
          {used.map((part) => (
            <tr key={part.kind}>
              <th scope="row">
                <span>{SPACE_WORDS[part.kind]}</span>
                <span className={classes.share} aria-hidden style={{ width: `${share(part.bytes, total)}%` }} />
              </th>
              <td>{formatCount(part.files)}</td>
              <td>{formatBytes(part.bytes)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{SPACE.total}</th>
            <td>{formatCount(files)}</td>
            <td>{formatBytes(total)}</td>
          </tr>
        </tfoot>
      </table>
      {free !== null && (
        <QuietText m="0 0 10px" fz={12}>
          {SPACE.free(formatBytes(free))}
        </QuietText>
      )}
    </>
  );
}

/** In percent; what is there at all is visible. */
function share(bytes: number, total: number): number {
  return total === 0 ? 0 : Math.max(0.5, (100 * bytes) / total);
}
