import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makeGeneration } from '../../harness/fake-desk/fake-jobs.ts';
import { STUDIO } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';
import { rows } from '../queue/queue-page.ts';

beforeEach(() => page.viewport(1280, 760));

const BOTH = ['service-2', 'service-3.5'] as const;
const stored = (id: string, models: readonly (typeof BOTH)[number][] = BOTH) =>
  models.map((model) => ({ ...makeGeneration(id, model), state: 'stored' as const }));

function openBatch() {
  return openDesk((fake) => {
    const done = (id: string, batchId: string, generations = stored(id)) => ({
      ...{ id, batchId, name: `${id}.wav`, started: true, state: { kind: 'done' as const }, durationSeconds: 200 },
      generations,
    });
    const waits = { id: 'waits', batchId: 'b1', name: 'waits.wav', durationSeconds: 20 };
    fake.addConnection({ ...STUDIO, chosen: false, prices: { 'service-2': 500, 'service-3.5': 500 } });
    fake.seed([
      done('one', 'b1'),
      waits,
      done('other', 'b2'),
      done('two', 'b1'),
      done('three', 'b1', stored('three', ['service-2'])),
    ]);
  });
}

const name = () => page.getByRole('heading', { level: 1 });
const steps = () => page.getByRole('group', { name: 'Recordings' });
const take = () => document.querySelector('[data-testid="take"][data-active="true"]')?.getAttribute('aria-label');

const ORDER = ['one', 'waits', 'other', 'two', 'three'];

async function compare(recording: string): Promise<void> {
  await rows().nth(ORDER.indexOf(recording)).getByRole('button', { name: 'Compare' }).click();
  await expect.element(name()).toHaveTextContent(`${recording}.wav`);
}

test('the room steps through the batch by key and button, and keeps take, level match, picture and zoom', {
  tags: 'long',
}, async () => {
  openBatch();
  await compare('one');
  await expect.element(steps()).toHaveTextContent('1 of 3');
  await expect.element(page.getByRole('button', { name: 'Previous recording' })).toBeDisabled();
  await userEvent.keyboard('3');
  await expect.poll(take).toBe('Service 3.5');
  await userEvent.keyboard('l');
  await userEvent.keyboard('=');
  const sight = () => document.querySelector<HTMLElement>('[data-testid="sight"]')?.style.width;
  await expect.poll(sight).toBe('50%');
  await userEvent.keyboard('.');
  await expect.element(name()).toHaveTextContent('two.wav');
  await expect.element(steps()).toHaveTextContent('2 of 3');
  await expect.poll(take).toBe('Service 3.5');
  await expect.poll(sight).toBe('50%');
  await expect.element(page.getByRole('button', { name: 'Level match' })).toHaveAttribute('aria-pressed', 'false');
  await expect.element(page.getByRole('status').getByText('two.wav, recording 2 of 3.')).toBeInTheDocument();
  await page.getByRole('button', { name: 'Next recording' }).click();
  await expect.element(name()).toHaveTextContent('three.wav');
  // It lacks the model, and is the last: the focus stays on a button that works.
  await expect.poll(take).toBe('Service 2.0');
  await expect.element(page.getByRole('button', { name: 'Previous recording' })).toHaveFocus();
  await userEvent.keyboard('.');
  await expect.element(name()).toHaveTextContent('three.wav');
  await userEvent.keyboard(',');
  await expect.element(name()).toHaveTextContent('two.wav');
});

test('a recording that came alone is stepped through with the queue', async () => {
  openBatch();
  await compare('other');
  await expect.element(steps()).toHaveTextContent('2 of 4');
});

test('a loop is tried with the model that is missing, for its price, and the row says that it is a passage', {
  tags: 'long',
}, async () => {
  const { fake } = openBatch();
  await compare('three');
  const card = page.getByRole('region', { name: 'Try another model' });
  await expect.element(card.getByRole('button', { name: 'Try this passage with…' })).toBeDisabled();
  const strip = page.getByTestId('loop-strip').element().getBoundingClientRect();
  const at = (share: number) => ({ clientX: strip.left + strip.width * share, clientY: strip.top + 4, bubbles: true });
  const pointer = (kind: string, share: number) =>
    page
      .getByTestId('loop-strip')
      .element()
      .dispatchEvent(new PointerEvent(kind, { ...at(share), button: 0, pointerId: 1 }));
  HTMLElement.prototype.setPointerCapture = () => undefined;
  pointer('pointerdown', 0.1);
  pointer('pointermove', 0.2);
  pointer('pointerup', 0.2);
  await expect.element(card).toMatchTextContent(/0:20–0:40/);
  await card.getByRole('button', { name: 'Try this passage with…' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent(/passage from 0:20 to 0:40 is sent/);
  await expect.element(dialog.getByRole('checkbox', { name: 'Service 2.0' })).not.toBeChecked();
  await dialog.getByRole('radio', { name: STUDIO.name }).click();
  await expect
    .element(dialog)
    .toMatchTextContent(/At most 0\.03 USD\. 0\.02 of the 0\.03 USD is the 60-second minimum\./);
  await dialog.getByRole('button', { name: 'Try it' }).click();
  await expect.poll(() => fake.tried).toHaveLength(1);
  expect(fake.tried[0]).toMatchObject({
    jobId: 'three',
    connectionId: STUDIO.id,
    models: ['service-3.5'],
    maxCost: 30_000,
  });
  const { passage } = fake.tried[0] ?? {};
  expect(passage?.startSeconds).toBeCloseTo(20, 0);
  expect(passage?.endSeconds).toBeCloseTo(40, 0);
});
