import { expect, test } from 'vitest';
import { evenTicks } from '../../../renderer/features/costs/cost-chart.tsx';

test('the ticks of a chart of costs are even amounts', () => {
  expect(evenTicks(0.18)).toEqual([0, 0.05, 0.1, 0.15, 0.2]);
  expect(evenTicks(83.2)).toEqual([0, 50, 100]);
  expect(evenTicks(7)).toEqual([0, 2, 4, 6, 8]);
  expect(evenTicks(0.03)).toEqual([0, 0.01, 0.02, 0.03]);
});
