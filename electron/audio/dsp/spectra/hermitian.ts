/** Solves complex linear equations with a Hermitian positive definite matrix by Cholesky decomposition. */

/** A square matrix, row by row, or a vector. */
export interface Complex {
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
}

export function complexOf(length: number): Complex {
  return {
    real: new Float64Array(length),
    imaginary: new Float64Array(length),
  };
}

/** Smallest pivot, for those that rounding makes vanish. */
const LEAST_PIVOT = 1e-150;

/**
 * Solves `matrix · x = right`.
 * @param matrix of `size` times `size`, of which the lower triangle is read; replaced by its decomposition
 * @param right replaced by the solution
 */
export function solveHermitian(matrix: Complex, right: Complex, size: number): void {
  decompose(matrix, size);
  forwards(matrix, right, size);
  backwards(matrix, right, size);
}

/** Into L with matrix = L · Lᴴ. */
function decompose({ real, imaginary }: Complex, size: number): void {
  for (let column = 0; column < size; column++) {
    const top = column * size;
    let pivot = real[top + column] as number;
    for (let k = 0; k < column; k++) pivot -= (real[top + k] as number) ** 2 + (imaginary[top + k] as number) ** 2;
    const root = Math.sqrt(Math.max(pivot, LEAST_PIVOT));
    real[top + column] = root;
    imaginary[top + column] = 0;
    for (let row = column + 1; row < size; row++) {
      const at = row * size;
      let r = real[at + column] as number;
      let i = imaginary[at + column] as number;
      for (let k = 0; k < column; k++) {
        const ar = real[at + k] as number;
        const ai = imaginary[at + k] as number;
        const br = real[top + k] as number;
        const bi = imaginary[top + k] as number;
        r -= ar * br + ai * bi;
        i -= ai * br - ar * bi;
      }
      real[at + column] = r / root;
      imaginary[at + column] = i / root;
    }
  }
}

function forwards(lower: Complex, { real, imaginary }: Complex, size: number): void {
  for (let row = 0; row < size; row++) {
    const at = row * size;
    let r = real[row] as number;
    let i = imaginary[row] as number;
    for (let k = 0; k < row; k++) {
      const ar = lower.real[at + k] as number;
      const ai = lower.imaginary[at + k] as number;
      r -= ar * (real[k] as number) - ai * (imaginary[k] as number);
      i -= ar * (imaginary[k] as number) + ai * (real[k] as number);
    }
    const pivot = lower.real[at + row] as number;
    real[row] = r / pivot;
    imaginary[row] = i / pivot;
  }
}

function backwards(lower: Complex, { real, imaginary }: Complex, size: number): void {
  for (let row = size - 1; row >= 0; row--) {
    let r = real[row] as number;
    let i = imaginary[row] as number;
    for (let k = row + 1; k < size; k++) {
      const ar = lower.real[k * size + row] as number;
      const ai = -(lower.imaginary[k * size + row] as number);
      r -= ar * (real[k] as number) - ai * (imaginary[k] as number);
      i -= ar * (imaginary[k] as number) + ai * (real[k] as number);
    }
    const pivot = lower.real[row * size + row] as number;
    real[row] = r / pivot;
    imaginary[row] = i / pivot;
  }
}
