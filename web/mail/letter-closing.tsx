import { brand } from '../../brand.ts';
import type { LetterColours } from './letter-colours.ts';
import { LEAVE_WORDS, type LetterContent, letterLinks } from './letter-content.ts';
import { text } from './letter-layout.tsx';

/** Below the postcard: why the reader gets the letter, how to leave the waitlist, and who sends the letter. */
export function Closing({ content, colours }: { content: LetterContent; colours: LetterColours }) {
  const line = { ...text(15), margin: '0 0 10px', color: colours.inkSoft };
  const link = { color: colours.inkSoft };
  return (
    <td className="soft" style={{ padding: '20px 24px 24px', color: colours.inkSoft }}>
      <p className="soft" style={line}>
        {content.why}
      </p>
      <p className="soft" style={line}>
        <a href={letterLinks.leave} className="soft" style={link}>
          {LEAVE_WORDS}
        </a>
        {' · '}
        <a href={letterLinks.privacy} className="soft" style={link}>
          Privacy Policy
        </a>
      </p>
      <p className="soft" style={line}>
        {`© {{year}} ${brand.legalEntity} · Questions? Write to `}
        <a href={`mailto:${brand.contactEmail}`} className="soft" style={link}>
          {brand.contactEmail}
        </a>
      </p>
      {content.postalAddress && (
        <p className="soft" style={line}>
          {content.postalAddress}
        </p>
      )}
    </td>
  );
}
