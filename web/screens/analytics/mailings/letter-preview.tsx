import type { ResponseOf } from '../../../../contract/calls.ts';
import { getLetterFrame } from '../../../browser-calls.ts';
import { mailingTexts } from './mailing-texts.ts';

const { preview: texts } = mailingTexts;

/**
 * The letter as mail programs show it, in the reader's own scheme, and as text. The page's own policy forbids the inline
 * styles of letters, so the letter is written into a frame with another policy, in which no script runs.
 */
export function LetterPreview({ html, text }: Pick<ResponseOf<'previewMailing'>, 'html' | 'text'>) {
  return (
    <div className="letter">
      <iframe
        title={texts.frame}
        src={getLetterFrame.path}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        onLoad={({ currentTarget: { contentDocument } }) => {
          if (!contentDocument) return;
          contentDocument.documentElement.innerHTML = html;
          for (const link of contentDocument.links) link.target = '_blank';
        }}
      />
      <details>
        <summary>{texts.text}</summary>
        <pre dir="auto">{text}</pre>
      </details>
    </div>
  );
}
