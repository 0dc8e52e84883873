/** The log-spectral amplitude gain of Ephraim and Malah (1985), from a table. */

const STEPS = 2048;
const LOWEST = 1e-6;
const HIGHEST = 50;
const LOG_LOWEST = Math.log(LOWEST);
const STEPS_A_LOG = STEPS / (Math.log(HIGHEST) - LOG_LOWEST);

const table = Float64Array.from({ length: STEPS + 1 }, (_, step) =>
  Math.exp(0.5 * exponentialIntegral(Math.exp(LOG_LOWEST + step / STEPS_A_LOG))),
);

/**
 * @param prior a priori signal-to-noise ratio, as a power ratio
 * @param posterior a posteriori signal-to-noise ratio, as a power ratio
 * @returns amplitude factor, at most 1
 */
export function logSpectralGain(prior: number, posterior: number): number {
  const wiener = prior / (1 + prior);
  const v = posterior * wiener;
  if (v >= HIGHEST) return wiener;
  const position = v <= LOWEST ? 0 : (Math.log(v) - LOG_LOWEST) * STEPS_A_LOG;
  const step = Math.min(STEPS - 1, Math.floor(position));
  const low = table[step] as number;
  const high = table[step + 1] as number;
  return Math.min(1, wiener * (low + (high - low) * (position - step)));
}

/** E1(x) for x > 0: a series up to 1, a continued fraction above (Abramowitz and Stegun 5.1.11 and 5.1.22). */
function exponentialIntegral(x: number): number {
  if (x <= 1) {
    let sum = -0.577_215_664_901_532_9 - Math.log(x);
    let term = 1;
    for (let k = 1; k < 60; k++) {
      term *= -x / k;
      sum -= term / k;
    }
    return sum;
  }
  let fraction = 0;
  for (let k = 60; k > 0; k--) fraction = k / (1 + k / (x + fraction));
  return Math.exp(-x) / (x + fraction);
}
