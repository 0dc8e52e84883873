/** The three headers that carry a key, as security schemes (service specification, "Authentication", rule 1). */

import type { oas31 } from 'zod-openapi';

export const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <API_KEY>' },
  xApiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  xiApiKey: { type: 'apiKey', in: 'header', name: 'Xi-Api-Key' },
} as const satisfies Record<string, oas31.SecuritySchemeObject>;
