/** What the page may load and run: its own files, and nothing from anywhere else. */

const RULES = {
  'default-src': "'none'",
  'script-src': "'self'",
  // Mantine puts its computed sizes and colours into style attributes and style elements.
  'style-src': "'self' 'unsafe-inline'",
  'font-src': "'self'",
  'img-src': "'self' data: blob:",
  'media-src': "'self' blob:",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

export const CONTENT_SECURITY_POLICY = Object.entries(RULES)
  .map(([name, sources]) => `${name} ${sources}`)
  .join('; ');
