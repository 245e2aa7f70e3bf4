import { useEffect, useEffectEvent, useState } from 'react';
import { importAgain } from '../../import-again.ts';

/** @returns the code of a part of the screen that is loaded when it is shown, and whether that has failed */
export function useScript<Code extends object>(
  load: () => Promise<Code>,
): [Code | undefined, boolean] {
  const [code, setCode] = useState<Code>();
  const [hasFailed, setHasFailed] = useState(false);
  const begin = useEffectEvent(() => {
    importAgain(load).then(setCode, () => setHasFailed(true));
  });
  useEffect(() => begin(), []);
  return [code, hasFailed];
}
