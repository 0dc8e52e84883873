/** The color scheme on the page, as Mantine sets it on the document. */

import { useEffect, useState } from 'react';

/** `light` or `dark`. */
export function useScheme(): string {
  const [scheme, setScheme] = useState(readScheme);
  useEffect(() => {
    const observer = new MutationObserver(() => setScheme(readScheme()));
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-mantine-color-scheme'] });
    return () => observer.disconnect();
  }, []);
  return scheme;
}

function readScheme(): string {
  return document.documentElement.dataset.mantineColorScheme ?? 'light';
}
