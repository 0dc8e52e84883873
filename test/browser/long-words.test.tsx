import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { longScene, STUDIO, seedListening, WAITING_SCENE } from '../harness/fake-desk/scenes.ts';
import { watchFolderScene } from '../harness/fake-desk/watch-folder-scene.ts';
import { clippedTexts, lengthenTexts } from '../harness/page/clipped-text.ts';
import { openDesk } from './open-desk.tsx';
import { rows } from './queue/queue-page.ts';

beforeEach(() => page.viewport(900, 600));

async function clippedWhenLong(): Promise<string[]> {
  await new Promise((resolve) => setTimeout(resolve, 300));
  lengthenTexts();
  await new Promise(requestAnimationFrame);
  return clippedTexts();
}

test('a text that is cut off would be found', () => {
  const box = document.createElement('div');
  box.style.cssText = 'width: 60px; overflow: hidden; white-space: nowrap';
  box.textContent = 'Start restoring';
  document.body.append(box);
  expect(clippedTexts(box)).toHaveLength(1);
  box.style.textOverflow = 'ellipsis';
  expect(clippedTexts(box)).toEqual([expect.stringMatching(/^no title/)]);
  box.title = 'Start restoring';
  expect(clippedTexts(box)).toEqual([]);
  box.remove();
});

test('the empty desk has room for longer words', async () => {
  openDesk();
  await expect.element(page.getByRole('heading', { name: 'Drop recordings or folders here' })).toBeVisible();
  expect(await clippedWhenLong()).toEqual([]);
});

test('the desk has room for longer words, waiting and at work', async () => {
  const { fake } = openDesk((desk) => {
    desk.addConnection(STUDIO);
    desk.seed(WAITING_SCENE);
    desk.seed(longScene(12));
  });
  await expect.poll(() => rows().elements().length).toBeGreaterThan(5);
  fake.tick(0.5);
  expect(await clippedWhenLong()).toEqual([]);
});

test.each(['History', 'Costs', 'Connections', 'Settings'])('%s has room for longer words', async (name) => {
  openDesk((desk) => {
    desk.addConnection(STUDIO);
    desk.seed(longScene(12));
  });
  await page.getByRole('navigation').getByRole('link', { name }).click();
  await expect.element(page.getByRole('heading').first()).toBeInTheDocument();
  expect(await clippedWhenLong()).toEqual([]);
});

test('watch folders have room for longer words, on the desk and in Settings', async () => {
  openDesk((desk) => {
    desk.seed(WAITING_SCENE);
    watchFolderScene(desk, Date.now());
  });
  await expect.element(page.getByRole('region', { name: 'Watch folders' })).toBeVisible();
  expect(await clippedWhenLong()).toEqual([]);
  await page.getByRole('navigation').getByRole('link').last().click();
  await expect.element(page.getByRole('article').first()).toBeVisible();
  expect(await clippedWhenLong()).toEqual([]);
});

test('Listen has room for longer words', async () => {
  openDesk(seedListening);
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect.element(page.getByRole('region', { name: 'Measures' })).toBeVisible();
  expect(await clippedWhenLong()).toEqual([]);
});
