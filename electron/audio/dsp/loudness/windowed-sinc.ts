/** Values between samples: a sinc under a Kaiser window. */

/**
 * Weights of the samples around a place, which add up to 1.
 * @param taps how many, even: half of them before the place @param place between two samples, above 0 and below 1
 * @param beta of the window: the larger, the less of what lies beyond half the sample rate passes, and the wider the transition
 */
export function sincTaps(taps: number, place: number, beta: number): Float64Array {
  const weights = Float64Array.from({ length: taps }, (_, tap) => {
    const distance = tap - (taps / 2 - 1) - place;
    return (Math.sin(Math.PI * distance) / (Math.PI * distance)) * kaiser(distance / (taps / 2), beta);
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** @param x -1 to 1 */
function kaiser(x: number, beta: number): number {
  return bessel(beta * Math.sqrt(Math.max(0, 1 - x * x))) / bessel(beta);
}

/** Modified Bessel function of the first kind and order zero, by its series. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; k < 50; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
