import { DinderScreen } from './dinder-screen.tsx';
import { PlansScreen } from './plans-screen.tsx';
import { VibeCheckScreen } from './vibe-check-screen.tsx';
import { Awning, Curtains, FlowerPots } from './window-dressing.tsx';

const scenes = [
  {
    time: '6:00',
    name: 'Vibe Check',
    title: 'See who is up for it.',
    text: 'Which friends are free right now, and what are they in the mood for? You know before you ask.',
    window: 'arched',
    Dressing: FlowerPots,
    Screen: VibeCheckScreen,
  },
  {
    time: '6:02',
    name: 'Plans',
    title: 'Send it like a snap.',
    text: 'One picture, one line, sent. Friends who are in say so. No group chat, no poll, no “next month maybe”.',
    window: 'curtained',
    Dressing: Curtains,
    Screen: PlansScreen,
  },
  {
    time: '6:10',
    name: 'Dinder',
    title: 'Swipe, match, eat.',
    text: 'Everybody swipes through restaurants. The first one that all of you like is dinner.',
    window: 'shop',
    Dressing: Awning,
    Screen: DinderScreen,
  },
];

/** The steps of one evening, each in a lit window of one house, from the attic down to the street. */
export function Scenes() {
  return (
    <section className="scenes city">
      <h2 className="scenes-title display">It’s six o’clock. Nobody has plans.</h2>
      {scenes.map(({ time, name, title, text, window, Dressing, Screen }) => (
        <article key={name} className="scene">
          <div className={`window-frame window-${window}`}>
            <Dressing />
            <Screen time={time} />
          </div>
          <div className="scene-words">
            <p className="scene-name">
              <time dateTime={`18${time.slice(1)}`}>{time} pm</time> {name}
            </p>
            <h3 className="display">{title}</h3>
            <p>{text}</p>
          </div>
        </article>
      ))}
    </section>
  );
}
