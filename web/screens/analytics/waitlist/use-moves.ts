import { useEffect, useEffectEvent } from 'react';

/** Reads again what a panel shows when another panel has moved people. */
export function useMoves(moves: number, readAgain: (() => void) | undefined): void {
  const read = useEffectEvent(() => readAgain?.());
  // biome-ignore lint/correctness/useExhaustiveDependencies: only after moves
  useEffect(() => read(), [moves]);
}
