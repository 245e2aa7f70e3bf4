import { MAX_SEARCH_CHARACTERS } from '../../../../contract/analytics.ts';
import { Icon } from './controls.tsx';
import { dashboardTexts } from './dashboard-texts.ts';

interface SearchFormProps {
  /** What is searched. */
  label: string;
  text: string;
  onType: (text: string) => void;
  onSearch: (text: string) => void;
}

/** A search begins with Enter or the button. */
export function SearchForm({ label, text, onType, onSearch }: SearchFormProps) {
  return (
    <form
      className="tools"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
    >
      <div className="search">
        <Icon of="search" />
        <input
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
      <button className="key" type="submit">
        {dashboardTexts.table.find}
      </button>
    </form>
  );
}
