import { useState } from 'react';

/** The last value that was not undefined, so that the screen keeps it until a newer value arrives. */
export function useLatest<Value>(value: Value | undefined): Value | undefined {
  const [latest, setLatest] = useState(value);
  if (value === undefined || value === latest) return latest;
  setLatest(value);
  return value;
}
