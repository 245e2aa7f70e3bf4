import { listedScreens } from '../../../contract/screens.ts';
import { FIRST_SCREEN_END_ID } from '../../page.ts';
import { DinderScreen } from './dinder-screen.tsx';
import { PlansScreen } from './plans-screen.tsx';
import { TIME_ID, TIME_WITHOUT_SCRIPT, timeScript } from './time-in-words.ts';
import { VibeCheckScreen } from './vibe-check-screen.tsx';

const scenes = [
  {
    when: 'Now',
    name: 'Vibe Check',
    title: 'See who is up for it.',
    text: 'Which friends are free right now, and what are they in the mood for? You know before you ask.',
    window: 'arched',
    Dressing: FlowerPots,
    Screen: VibeCheckScreen,
  },
  {
    when: 'In 2 minutes',
    name: 'Plans',
    title: 'Send it like a snap.',
    text: (
      <>
        One picture, one line, sent. Friends who are in say so. No group chat, no poll, no “next
        month maybe”. And no idea yet? Take a <a href={listedScreens.popups}>pop-up event</a>.
      </>
    ),
    window: 'curtained',
    Dressing: Curtains,
    Screen: PlansScreen,
  },
  {
    when: 'In 10 minutes',
    name: 'Dinder',
    title: 'Swipe, match, eat.',
    text: (
      <>
        Everybody swipes through restaurants. You eat at the first one that all of you like.{' '}
        <a href={listedScreens.sponti}>Sponti</a> knows which ones have a deal tonight.
      </>
    ),
    window: 'shop',
    Dressing: Awning,
    Screen: DinderScreen,
  },
];

/** The steps of one evening, each in a lit window of one house, from the attic down to the street. */
export function Scenes() {
  return (
    <section className="scenes city">
      <h2 className="scenes-title display">
        It’s <span id={TIME_ID}>{TIME_WITHOUT_SCRIPT}</span>. <span>Nobody has plans.</span>
      </h2>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape its quotes */}
      <script dangerouslySetInnerHTML={{ __html: timeScript }} />
      {/* Painting waits until here, so that the time is right in the first paint. */}
      <div id={FIRST_SCREEN_END_ID} hidden />
      {scenes.map(({ when, name, title, text, window, Dressing, Screen }) => (
        <article key={name} className="scene">
          <div className={`window-frame window-${window}`}>
            <Dressing />
            <Screen />
          </div>
          <div className="scene-words">
            <p className="scene-name">
              <span>{when}</span> {name}
            </p>
            <h3 className="display">{title}</h3>
            <p>{text}</p>
          </div>
        </article>
      ))}
    </section>
  );
}

/** Two pots on the sill. */
function FlowerPots() {
  return (
    <svg className="flower-pots" viewBox="0 0 120 110" aria-hidden="true">
      <path
        className="leaf"
        d="M30 70Q2 60 4 26 32 34 30 70 28 26 56 10 62 48 30 70M88 66Q70 50 76 22 98 36 88 66 96 36 116 32 116 58 88 66"
      />
      <path className="pot" d="M8 66h46l-6 44H14zM70 62h38l-5 48H75z" />
    </svg>
  );
}

/** Open curtains, stretched to the size of the window. */
function Curtains() {
  return (
    <svg className="curtains" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 0h27c0 26-7 46-20 57 7 12 9 28 9 43H0zM100 0H73c0 26 7 46 20 57-7 12-9 28-9 43h16z" />
      <path className="curtain-ties" d="M0 54h9v5H0zM100 54h-9v5h9z" />
    </svg>
  );
}

const STRIPE = { width: 50, count: 12 };

/** An awning of stripes with scalloped ends. The awning is wider than the window below it. */
function Awning() {
  const stripes = Array.from(
    { length: STRIPE.count },
    (_, index) => `M${index * STRIPE.width} 0h50v64a25 22 0 0 1-50 0z`,
  );
  return (
    <svg className="awning" viewBox="0 0 600 90" aria-hidden="true">
      <path className="awning-light" d={stripes.filter((_, index) => index % 2 === 0).join('')} />
      <path className="awning-dark" d={stripes.filter((_, index) => index % 2 === 1).join('')} />
    </svg>
  );
}
