import { listedScreens } from '../../../contract/screens.ts';
import { FIRST_SCREEN_END_ID } from '../../page.ts';
import { DinderScreen } from './dinder-screen.tsx';
import { PlansScreen } from './plans-screen.tsx';
import { TIME_ID, TIME_WITHOUT_SCRIPT, timeScript } from './time-in-words.ts';
import { VibeCheckScreen } from './vibe-check-screen.tsx';
import { Awning, Curtains, FlowerPots } from './window-dressing.tsx';

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
