/** Leads to what is wrong in a form: a long one may show it out of sight. */

/** Focuses the first field that is marked as invalid, once the form shows what is wrong. */
export function focusFirstProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
