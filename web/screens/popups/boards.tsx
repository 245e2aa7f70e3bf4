const boards = [
  {
    name: 'Real-time Alerts',
    line: 'You hear of it the minute it goes up.',
    drawing:
      'M22 40h36c-6-5-6-12-6-20a12 12 0 0 0-24 0c0 8 0 15-6 20zM36 46q4 5 8 0M12 22q-2-8 3-16M68 22q2-8-3-16',
  },
  {
    name: 'Location-Based',
    line: 'What is near you now, not across town.',
    drawing:
      'M40 44q-14-14-14-26a14 14 0 0 1 28 0q0 12-14 26zM40 18h0M24 38q-14 3-14 8 0 6 30 6t30-6q0-5-14-8',
  },
  {
    name: 'Capacity Tracking',
    line: 'See how full it is before you put your shoes on.',
    drawing:
      'M7 52V42a9 9 0 0 1 18 0v10zM31 52V42a9 9 0 0 1 18 0v10zM55 52V42a9 9 0 0 1 18 0v10zM10 20a6 6 0 1 0 12 0 6 6 0 1 0-12 0M34 20a6 6 0 1 0 12 0 6 6 0 1 0-12 0',
  },
  {
    name: 'RSVP & Share',
    line: 'Say you’re in, and bring somebody along.',
    drawing: 'M8 12h38v34H8zM8 14l19 16 19-16M56 30h18m-7-8 8 8-8 8',
  },
];

/** The planned features, written with chalk on boards on the pavement. */
export function Boards() {
  return (
    <div className="pavement city">
      <ul className="boards" aria-label="How it works">
        {boards.map(({ name, line, drawing }) => (
          <li key={name} className="board">
            <svg viewBox="0 0 80 56" aria-hidden="true">
              <path d={drawing} />
            </svg>
            <h2 className="display">{name}</h2>
            <p>{line}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
