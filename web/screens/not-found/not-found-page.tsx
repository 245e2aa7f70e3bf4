import { listedScreens, NOT_FOUND_TEXT } from '../../../contract/screens.ts';
import { BACK_TO_HOME } from '../../design/link-texts.ts';
import { Skyline } from '../../design/skyline.tsx';
import { Stars } from '../../design/stars.tsx';
import { Street } from '../../design/street.tsx';
import { FIRST_SCREEN_END_ID } from '../../page.ts';
import { EmptyBench } from './empty-bench.tsx';

const [code = '', ...words] = NOT_FOUND_TEXT.split(' ');
const [before, zero, after] = code;

/** An empty street at night, with the text of spec §2 and a link to the home page. */
export function NotFoundPage() {
  return (
    <main className="not-found sky">
      <Stars />
      <div className="not-found-words">
        {/* Without the label some screen readers read the code digit by digit, because the zero is an element. */}
        <h1 className="display" aria-label={NOT_FOUND_TEXT}>
          <span className="not-found-code">
            {before}
            <span className="not-found-zero">{zero}</span>
            {after}
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
