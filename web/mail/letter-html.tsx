import { renderToStaticMarkup } from 'react-dom/server';
import { brand } from '../../brand.ts';
import { directionOf, wordmarkOf } from '../design/wordmark.ts';
import { darkStyles, type LetterColours, type LetterLook } from './letter-colours.ts';
import {
  LEAVE_WORDS,
  type LetterContent,
  type LetterTemplate,
  letterContents,
  letterLinks,
  renderText,
} from './letter-content.ts';
import { display, Preheader, Table, text } from './letter-layout.tsx';
import { LetterSkyline } from './letter-skyline.tsx';

const WIDTH = 640;

/**
 * The HTML part of a letter: a postcard with the city above, and the words on paper below. Outlook for Windows renders
 * mails as Word does, so the layout consists of tables. Colours are inline, because some programs remove the <style>;
 * the <style> only has the colours of dark mode.
 */
function LetterHtml({ content, look }: { content: LetterContent; look: LetterLook }) {
  const { light } = look;
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {/* Otherwise iOS turns numbers and dates into links. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{content.subject}</title>
        <style>{darkStyles(look.dark, content.isWindowLit)}</style>
      </head>
      <body
        className="outside"
        style={{ margin: 0, padding: 0, width: '100%', backgroundColor: light.outside }}
      >
        <Preheader>{content.preheader}</Preheader>
        {/* Programs that show the letter in their own page drop <html> and its language. */}
        <div lang="en" dir="ltr">
          <Table className="outside" style={{ backgroundColor: light.outside }}>
            <tr>
              <td align="center" style={{ padding: '16px 8px' }}>
                <Table width={WIDTH} style={{ maxWidth: WIDTH }}>
                  <tr>
                    <td style={{ borderRadius: 20, overflow: 'hidden', overflowWrap: 'anywhere' }}>
                      <Picture content={content} colours={light} />
                      <Words content={content} colours={light} />
                    </td>
                  </tr>
                </Table>
                <Table width={WIDTH} style={{ maxWidth: WIDTH }}>
                  <tr>
                    <Closing content={content} colours={light} />
                  </tr>
                </Table>
              </td>
            </tr>
          </Table>
        </div>
      </body>
    </html>
  );
}

/** The sky with the product's name and the headline, above the roofs. */
function Picture({ content, colours }: { content: LetterContent; colours: LetterColours }) {
  const { skyHigh, skyMid, skyLow, ink } = colours;
  return (
    <Table
      className="sky"
      style={{
        // Programs without gradients show the colour.
        backgroundColor: skyMid,
        backgroundImage: `linear-gradient(${skyHigh},${skyMid} 50%,${skyLow})`,
      }}
    >
      <tr>
        <td style={{ padding: '28px 24px 26px', color: ink }} className="ink">
          <a
            href={letterLinks.home}
            className="ink"
            aria-label={brand.product}
            dir={directionOf(brand.product)}
            style={{ ...display(26), color: ink, textDecoration: 'none' }}
          >
            <Wordmark colour={colours.orb} />
          </a>
          <h1
            className="ink"
            dir={directionOfSlot(content.headline)}
            style={{ ...display(40), margin: '30px 0 0', color: ink }}
          >
            {content.headline}
          </h1>
          <p className="ink" style={{ ...text(19), margin: '10px 0 0', color: ink }}>
            {content.subline}
          </p>
        </td>
      </tr>
      <tr>
        <td>
          <LetterSkyline colours={colours} isWindowLit={content.isWindowLit} />
        </td>
      </tr>
    </Table>
  );
}

/** The words of the team may be in a script that is written from right to left. */
function directionOfSlot(words: string): 'auto' | undefined {
  return words.startsWith('{{') ? 'auto' : undefined;
}

/** The product's name, with the first "o" in the colour of the sun, or the sun as its full stop. */
function Wordmark({ colour }: { colour: string }) {
  const { before, orb, after } = wordmarkOf(brand.product);
  return (
    <>
      {before}
      <span className="orb" style={{ color: colour }}>
        {orb || '.'}
      </span>
      {after}
    </>
  );
}

function Words({ content, colours }: { content: LetterContent; colours: LetterColours }) {
  const { paper, ink, sun, sunInk } = colours;
  const paragraph = { ...text(17), margin: '0 0 16px', color: ink };
  return (
    <Table className="paper" style={{ backgroundColor: paper }}>
      <tr>
        <td className="ink" style={{ padding: '28px 24px 16px', color: ink }}>
          {content.words.map((words) => (
            <p key={words} className="ink" dir={directionOfSlot(words)} style={paragraph}>
              {words}
            </p>
          ))}
          <table role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: '24px 0' }}>
            <tbody>
              <tr>
                <td style={{ borderRadius: 999, backgroundColor: sun }}>
                  <a
                    href={letterLinks.open}
                    style={{
                      ...text(18),
                      display: 'inline-block',
                      padding: '14px 30px',
                      borderRadius: 999,
                      backgroundColor: sun,
                      color: sunInk,
                      fontWeight: 700,
                      textDecoration: 'none',
                    }}
                  >
                    {content.button}
                  </a>
                </td>
              </tr>
            </tbody>
          </table>
          {content.share && (
            <>
              <p className="ink" style={{ ...paragraph, margin: '0 0 6px' }}>
                {content.share}
              </p>
              <p className="ink" style={{ ...paragraph, fontWeight: 700 }}>
                <a
                  href={letterLinks.share}
                  className="ink"
                  style={{ color: ink, wordBreak: 'break-all' }}
                >
                  {letterLinks.share}
                </a>
              </p>
            </>
          )}
          {content.after.map((words) => (
            <p key={words} className="ink" style={paragraph}>
              {words}
            </p>
          ))}
        </td>
      </tr>
    </Table>
  );
}

/** Below the postcard: why the reader gets the letter, how to leave the waitlist, and who sends the letter. */
function Closing({ content, colours }: { content: LetterContent; colours: LetterColours }) {
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

/** @returns the letters, by their kind (`letterKinds` of the server's storage) */
export function renderLetters(look: LetterLook): Readonly<Record<string, LetterTemplate>> {
  const letters = Object.entries<LetterContent>(letterContents).map(([kind, content]) => {
    const html = renderToStaticMarkup(<LetterHtml content={content} look={look} />);
    const { subject } = content;
    return [kind, { subject, html: `<!doctype html>${html}`, text: renderText(content) }] as const;
  });
  return Object.fromEntries(letters);
}
