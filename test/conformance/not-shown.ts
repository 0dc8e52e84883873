/** Rows of the specification that no run against a base URL can show, and why. */

export interface NotShown {
  /** Quotes the specification. */
  readonly row: string;
  readonly why: string;
}

const CAUSE_INSIDE =
  "the cause lies inside the service; a fault is injected, which shows the answer's form and no more";

export const NOT_SHOWN: readonly NotShown[] = [
  { row: 'POST /v1/api_keys/list · 500 · "Failed to list keys"', why: CAUSE_INSIDE },
  { row: 'POST /v1/api_keys/rotate · 500 · "Failed to rotate"', why: CAUSE_INSIDE },
  {
    row: 'POST /v1/webhooks/configure · 500 · "Failed to initialize webhook app, configure the endpoint, missing endpoint id, or store the configuration"',
    why: CAUSE_INSIDE,
  },
  {
    row: 'POST /v1/webhooks/send_test_event · 500 · "app initialization failed, or send failed"',
    why: `${CAUSE_INSIDE} ("Provider not configured" is shown)`,
  },
  { row: 'Generation endpoints · 500 · "401, 403, 405 and 500 apply to all"', why: CAUSE_INSIDE },
  {
    row: 'What the service does · "fast and reliable … best quality"',
    why: 'no answer tells it; the benchmarks of the models measure it',
  },
  {
    row: 'Authentication 6 · "verified against the raw request body, not a parsed object"',
    why: 'a duty of receivers; what is shown is that the raw body verifies and any other bytes do not',
  },
  {
    row: 'Delivery 2 · "Receivers answer quickly and do heavy work in the background. CSRF protection must be off"',
    why: 'duties of receivers, not of the service',
  },
  {
    row: 'Limits · "Configurable … in the dashboard"',
    why: 'that they can be configured is shown; which page does it is the dashboard of an implementation',
  },
  {
    row: 'Design, "level · a model restores and keeps the level"',
    why: 'it takes ears or measures, not calls: the tests of the engine hold it',
  },
  {
    row: 'Everything that the specification marks "not shown"',
    why: 'there is nothing to hold an implementation to; our choices for it have rows of their own',
  },
];
