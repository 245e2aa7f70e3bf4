import { useEffect, useState } from 'react';

/** People type a letter every 100 to 200 ms; a longer pause starts the search. */
const TYPING_PAUSE_MS = 250;

/**
 * The text of the search field, and a function that changes it. `onSearch` is called when the text differs from the
 * current search and has not changed for `TYPING_PAUSE_MS`.
 *
 * The text is never set to the current search by an effect: React can run such an effect after the next key or click,
 * and the effect would then undo it.
 */
export function useTypedSearch(
  search: string,
  onSearch: (search: string) => void,
): [string, (text: string) => void] {
  const [text, setText] = useState(search);
  useEffect(() => {
    if (text === search) return;
    const timer = setTimeout(() => onSearch(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return [text, setText];
}
