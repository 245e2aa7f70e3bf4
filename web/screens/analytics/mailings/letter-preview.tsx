import { useState } from 'react';
import type { ResponseOf } from '../../../../contract/calls.ts';
import { getLetterFrame } from '../../../browser-calls.ts';
import { Switch } from '../parts/controls.tsx';
import { mailingTexts } from './mailing-texts.ts';

const { preview: texts } = mailingTexts;
const looks = (['light', 'dark', 'text'] as const).map(
  (look) => [look, texts.looks[look]] as const,
);
const IN_DARK = '@media (prefers-color-scheme:dark){';

/**
 * The letter as mail programs show it. The page's own policy forbids the inline styles of letters, so the letter is
 * written into a frame with another policy, in which no script runs.
 */
export function LetterPreview({ html, text }: Pick<ResponseOf<'previewMailing'>, 'html' | 'text'>) {
  const [look, setLook] = useState<(typeof looks)[number][0]>('light');
  const shown = html.replace(IN_DARK, `@media ${look === 'dark' ? 'all' : 'not all'}{`);
  return (
    <div className="letter">
      <Switch legend={texts.looks.legend} options={looks} chosen={look} onChoose={setLook} />
      {look === 'text' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <pre tabIndex={0} dir="auto">
          {text}
        </pre>
      ) : (
        <iframe
          key={look}
          title={texts.frame}
          src={getLetterFrame.path}
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          onLoad={({ currentTarget: { contentDocument } }) => {
            if (!contentDocument) return;
            contentDocument.documentElement.innerHTML = shown;
            for (const link of contentDocument.links) link.target = '_blank';
          }}
        />
      )}
    </div>
  );
}
