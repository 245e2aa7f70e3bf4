import { useState } from 'react';

/** The last value that was not undefined: what is on the screen stays until there is something newer. */
export function useLatest<Value>(value: Value | undefined): Value | undefined {
  const [latest, setLatest] = useState(value);
  if (value === undefined || value === latest) return latest;
  setLatest(value);
  return value;
}
