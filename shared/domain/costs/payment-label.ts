/** The label of a payment method: what people see of it, never the number of a card. */

/** The shortest card numbers have as many digits. */
const CARD_DIGITS = 12;

export const LONGEST_PAYMENT_LABEL = 100;

export function containsCardNumber(label: string): boolean {
  return (label.match(/\p{Nd}/gu)?.length ?? 0) >= CARD_DIGITS;
}
