import {
  Algae,
  Bowl,
  Curtain,
  QuestionMark,
  Record,
  Roof,
  Shoe,
  Shopfront,
} from './flyer-drawings.tsx';

const flyers = [
  { id: 'music', name: 'Live Music', line: 'One amp, one night.', Drawing: Record },
  { id: 'food', name: 'Food Events', line: 'Bring hungry friends.', Drawing: Bowl },
  { id: 'art', name: 'Art Shows', line: 'Mind the wet paint.', Drawing: Algae },
  { id: 'rooftop', name: 'Rooftop Parties', line: 'Last one up brings ice.', Drawing: Roof },
  { id: 'shops', name: 'Pop-up Shops', line: 'Gone by Sunday.', Drawing: Shopfront },
  { id: 'stage', name: 'Performances', line: 'No seats. No script.', Drawing: Curtain },
  { id: 'fitness', name: 'Fitness', line: 'Run first, brunch after.', Drawing: Shoe },
  { id: 'surprise', name: 'Surprise Events', line: 'Just come.', Drawing: QuestionMark },
];

/** Eight kinds of events, each as a flyer with a different design. */
export function Flyers() {
  return (
    <ul className="flyers" aria-label="What pops up">
      {flyers.map(({ id, name, line, Drawing }) => (
        <li key={id} className="flyer-place">
          <div className={`flyer flyer-${id}`}>
            <div className="flyer-words">
              <h2 className="display">{name}</h2>
              <p>{line}</p>
            </div>
            <svg viewBox="0 0 300 240" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
              <Drawing />
            </svg>
          </div>
        </li>
      ))}
    </ul>
  );
}
