import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { busyScene, OVER_STUDIO, STUDIO, seedListening } from '../harness/fake-desk/scenes.ts';
import { JOB_FILES } from '../harness/fake-desk/space-scene.ts';
import { faintBoxes } from '../harness/page/faint-boxes.ts';
import { openConnection } from './open-connection.ts';
import { openDesk } from './open-desk.tsx';
import { clickRow, rows } from './queue/queue-page.ts';
import { choose, findingsIn, lookInto, press, settled } from './surfaces.ts';

// Where things are narrowest. Each test opens everything of one place.
beforeEach(() => page.viewport(900, 600));

const SLOW = { timeout: 90_000 };

function openBusy() {
  return openDesk((fake) => {
    fake.addConnection({ ...STUDIO, prices: { 'service-2': 300, 'service-3.5': 500 } });
    fake.seed(busyScene(Date.now()));
    for (const id of ['j12', 'j13']) fake.change(id, (job) => ({ ...job, ...OVER_STUDIO }));
  });
}

test('menus and panels of the desk', { tags: 'long', ...SLOW }, async () => {
  openBusy();
  await expect.poll(() => rows().elements().length, { timeout: 15_000 }).toBeGreaterThan(8);
  const found = [
    ...faintBoxes(),
    ...(await lookInto('Add', press('Add'))),
    ...(await lookInto('preset', press(/^Preset/))),
    ...(await lookInto(
      'actions of a preset',
      async () => {
        await press(/^Preset/)();
        await press(/^Preset: /)();
        await press('Actions for Podcast episode')();
      },
      1,
    )),
    ...(await lookInto('quote', press('Details'))),
    ...(await lookInto('queue options', press('Queue options'))),
    ...(await lookInto('appearance', press('Appearance'))),
    ...(await lookInto('shortcuts', press('Keyboard shortcuts'))),
    ...(await lookInto('commands', () => userEvent.keyboard('{Control>}k{/Control}'))),
  ];
  expect(found).toEqual([]);
});

test('menus and dialogs of rows', { tags: 'long', ...SLOW }, async () => {
  const { fake } = openBusy();
  fake.change('j7', (job) => ({ ...job, ...OVER_STUDIO }));
  await expect.poll(() => rows().elements().length, { timeout: 15_000 }).toBeGreaterThan(8);
  const found: string[] = [];
  for (const name of ['ep-041 intro.wav', 'ep-042 interview.mp4', 'broken take.wav', 'ep-039 retake.wav']) {
    const actions = `Actions for ${name}`;
    found.push(...(await lookInto(`menu of ${name}`, press(actions))));
    found.push(...(await lookInto(`details of ${name}`, choose(actions, /^Details/))));
  }
  found.push(...(await lookInto('was it started', press('Answer…'))));
  found.push(...(await lookInto('repair', press('Repair…'))));
  const finished = 'Actions for ep-041 intro.wav';
  found.push(...(await lookInto('the worst minute', choose(finished, /^Try the worst minute/))));
  const waiting = 'Actions for room tone.wav';
  await page.getByRole('button', { name: /^Ready/ }).click();
  found.push(
    ...(await lookInto('menu of a row that waits', press(waiting))),
    ...(await lookInto('settings', choose(waiting, /^Change preset/))),
    ...(await lookInto('models', choose(waiting, /^Models/))),
    ...(await lookInto('move', choose(waiting, /^Move to connection/))),
  );
  await clickRow(0);
  await userEvent.keyboard('{Control>}a{/Control}');
  await settled();
  found.push(...(await lookInto('change selected rows', press('Change'))));
  found.push(...(await lookInto('order of selected rows', press('Order'))));
  const bar = document.querySelector<HTMLElement>('[role="toolbar"]');
  if (bar !== null) found.push(...(await findingsIn(bar, 'bar of selected rows')));
  expect(found).toEqual([]);
});

test('dialogs of Listen', { tags: 'long', ...SLOW }, async () => {
  openDesk((fake) => {
    fake.addConnection({ ...STUDIO, chosen: false });
    seedListening(fake);
    fake.change('listen', (job) => ({
      ...job,
      generations: job.generations.map((one) => ({ ...one, exportedPath: `/out/${one.model}.wav` })),
    }));
  });
  await press('Compare')();
  await expect.poll(() => page.getByTestId('take').elements().length).toBe(3);
  await userEvent.keyboard('{ArrowRight}]');
  const found = [
    ...(await lookInto('blind test', press('Blind test…'))),
    ...(await lookInto('save as', press('Save as…'))),
    ...(await lookInto('keep', press('Keep Service 2.0'))),
    ...(await lookInto('passage', press('Try this passage with…'))),
  ];
  expect(found).toEqual([]);
});

test('dialogs of History', { tags: 'long', ...SLOW }, async () => {
  const { fake } = openBusy();
  fake.care.jobFiles = [...JOB_FILES];
  window.location.hash = '#/history/states=done';
  await expect.poll(() => document.querySelector('[role="grid"] [data-job]')).not.toBeNull();
  const actions = 'Actions for ep-041 intro.wav';
  const found = [
    ...(await lookInto('export', press('Export'))),
    ...(await lookInto('menu of a row', press(actions))),
    ...(await lookInto('delete', choose(actions, 'Delete…'))),
    ...(await lookInto('restore again', choose(actions, /^Restore again/))),
  ];
  expect(found).toEqual([]);
});

test('dialogs of Connections', { tags: 'long', ...SLOW }, async () => {
  openBusy();
  await openConnection('This computer');
  await expect.element(page.getByRole('button', { name: 'Add service' })).toBeVisible();
  const found = [
    ...(await lookInto('new service', press('Add service'))),
    ...(await lookInto('color and label', press('Color and label…'))),
  ];
  await openConnection('Studio');
  found.push(
    ...(await lookInto('edit', press('Edit…'))),
    ...(await lookInto('caps', press('Caps…'))),
    ...(await lookInto('projects', press('Look for projects…'))),
    ...(await lookInto('key', press('Replace key…'))),
    ...(await lookInto('still in use', press('Remove'))),
  );
  const article = () => document.querySelector('article') ?? document.body;
  for (const tab of ['overview', 'keys', 'webhooks', 'account']) {
    window.location.hash = `#/connections/${STUDIO.id}/${tab}`;
    await expect.element(page.getByRole('tabpanel').first()).toBeVisible();
    await settled();
    found.push(...(await findingsIn(article(), tab)));
  }
  expect(found).toEqual([]);
});
