import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { offerUndo } from '../../renderer/components/messages/notices.tsx';
import { openDesk } from './open-desk.tsx';

test('an Undo that fails is offered again, unless something newer can be undone', async () => {
  openDesk();
  const undo = page.getByTestId('undo');
  const tried: string[] = [];
  let fails = true;
  offerUndo('Deleted.', async () => {
    tried.push('deleted');
    if (fails) throw new Error('the desk didn’t answer');
  });
  await undo.click();
  await expect.poll(() => tried).toEqual(['deleted']);
  await expect.element(page.getByText('Deleted.')).toBeVisible();
  fails = false;
  await undo.click();
  await expect.poll(() => tried).toEqual(['deleted', 'deleted']);
  await expect.poll(() => undo.elements()).toEqual([]);

  const slow = Promise.withResolvers<void>();
  offerUndo('First.', () => slow.promise);
  await undo.click();
  offerUndo('Second.', async () => void tried.push('second'));
  slow.reject(new Error('the desk didn’t answer'));
  await expect.element(page.getByText('Second.')).toBeVisible();
  await undo.click();
  await expect.poll(() => tried.at(-1)).toBe('second');
  expect(page.getByText('First.').elements()).toEqual([]);
});
