/** The first step of whoever owns a service with prices. */

const STEPS = [
  ['payment_method', { paymentMethod: { label: 'Card of a test' } }],
  ['upgrade', {}],
] as const;

/** Gives an account a payment method and the developer tier: before that it can start nothing that costs money. */
export async function makeReadyToPay(baseUrl: string, adminKey: string): Promise<void> {
  for (const [call, body] of STEPS) {
    const answer = await fetch(`${baseUrl}/portal/billing/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${adminKey}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`/portal/billing/${call} answered ${answer.status}`);
    await answer.arrayBuffer();
  }
}
