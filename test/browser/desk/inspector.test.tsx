import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { seedListening } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';
import { row } from '../queue/queue-page.ts';

test('a click fills the inspector of a wide window with takes and facts, X switches, and Enter opens Listen', async () => {
  await page.viewport(1600, 900);
  openDesk((fake) => {
    seedListening(fake);
    fake.change('listen', (job) => ({ ...job, folder: '/home/me/ep-12', channels: 2 }));
  });
  const panel = page.getByRole('complementary', { name: 'Inspector' });
  await expect.element(panel).toMatchTextContent('Choose a recording to see and hear it here.');
  await page.getByTestId('queue-row').getByText('noisy interview.wav').click();
  await expect.element(panel.getByRole('heading', { name: 'noisy interview.wav' })).toBeVisible();
  await expect.element(panel).toMatchTextContent(/stereo · 48 kHz/);
  await expect.element(panel).toMatchTextContent(/Recording\s*\/home\/me\/ep-12\/noisy interview\.wav/);
  await expect.element(panel).toMatchTextContent(/Service\s*This computer.*Cost\s*free/);

  const takes = panel.getByRole('group', { name: 'Takes' });
  await expect.element(takes.getByRole('button', { name: /^Service 3\.5/ })).toHaveAttribute('aria-pressed', 'true');
  await userEvent.keyboard('x');
  await expect.element(takes.getByRole('button', { name: /^Original/ })).toHaveAttribute('aria-pressed', 'true');

  row('listen').focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: /^Keep Service/ })).toBeVisible();

  await page.viewport(1400, 900);
  await page.getByRole('link', { name: 'Desk' }).click();
  await expect.element(page.getByTestId('queue-row')).toBeVisible();
  await expect.element(panel).not.toBeInTheDocument();
});
