import { type RefObject, useEffect } from 'react';
import { MAX_SEARCH_CHARACTERS } from '../../../../contract/analytics.ts';
import { Icon } from './controls.tsx';
import { useDraft } from './dashboard-context.ts';
import { dashboardTexts } from './dashboard-texts.ts';

/** People type a letter every 100 to 200 ms; a longer pause starts the search. */
const TYPING_PAUSE_MS = 250;

interface SearchFieldProps {
  field: RefObject<HTMLInputElement | null>;
  text: string;
  onType: (text: string) => void;
  /** What is searched. */
  label?: string;
}

export function SearchField(props: SearchFieldProps) {
  const { field, text, onType, label = dashboardTexts.table.search } = props;
  return (
    <div className="search">
      <Icon of="search" />
      <input
        ref={field}
        className="input"
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={MAX_SEARCH_CHARACTERS}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        value={text}
        onChange={(event) => onType(event.target.value)}
      />
    </div>
  );
}

const nothing: { text?: string } = {};

/**
 * The text of the search field, and a function that changes it. `onSearch` is called when the text differs from the
 * current search and has not changed for `TYPING_PAUSE_MS`.
 *
 * The text is never set to the current search by an effect: React can run such an effect after the next key or click,
 * and the effect would then undo it. The draft has the text only until it becomes the current search.
 */
export function useTypedSearch(
  search: string,
  onSearch: (search: string) => void,
): [string, (text: string) => void] {
  const [{ text }, setDraft] = useDraft('search', nothing);
  useEffect(() => {
    if (text === undefined) return;
    const timer = setTimeout(() => {
      if (text !== search) onSearch(text);
      setDraft((latest) => (latest.text === text ? nothing : latest));
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return [text ?? search, (typed) => setDraft(() => ({ text: typed }))];
}
