import { listedScreens, NOT_FOUND_TEXT } from '../../../contract/screens.ts';
import { BACK_TO_HOME } from '../../design/screen-texts.ts';
import { Skyline } from '../../design/skyline.tsx';
import { Stars } from '../../design/stars.tsx';
import { Cat, Street } from '../../design/street.tsx';
import { tonightScript } from '../../design/tonight.ts';
import { FIRST_SCREEN_END_ID, type Page } from '../../page.ts';

export const notFound: Page = {
  title: NOT_FOUND_TEXT,
  description: NOT_FOUND_TEXT,
  sky: 'midnight',
  paintedWhole: true,
  styles: ['web/screens/not-found/not-found.css'],
  headScripts: [tonightScript],
  body: <NotFoundPage />,
};

const [code = '', ...words] = NOT_FOUND_TEXT.split(' ');
const [before, zero, after] = code;

/** An empty street at night, with `NOT_FOUND_TEXT` and a link to the home page. */
function NotFoundPage() {
  return (
    <main className="not-found sky">
      <Stars />
      <div className="not-found-words">
        {/* Without the label some screen readers read the code digit by digit, because the zero is an element. */}
        <h1 className="display" aria-label={NOT_FOUND_TEXT}>
          <span className="not-found-code">
            <span className="not-found-digit">{before}</span>
            <span className="not-found-zero">{zero}</span>
            <span className="not-found-digit">{after}</span>
          </span>{' '}
          {words.join(' ')}
        </h1>
        <a className="button" href={listedScreens.home}>
          {BACK_TO_HOME}
        </a>
      </div>
      <Skyline />
      <div className="city">
        <Street lamps={[0]}>
          <EmptyBench />
        </Street>
      </div>
      <div id={FIRST_SCREEN_END_ID} hidden />
    </main>
  );
}

/** A bench under the only lamp, with the cat beside it. */
function EmptyBench() {
  return (
    <>
      <path
        className="street-iron"
        d="M-78-66h112v9H-78zM-78-52h112v9H-78zM-84-32h124v8H-84zM-68-24h7V0h-7zM17-24h7V0h-7zM-68-70h6v40h-6zM18-70h6v40h-6z"
      />
      <Cat />
    </>
  );
}
