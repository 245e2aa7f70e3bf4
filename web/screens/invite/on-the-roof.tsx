/** Drawings for the skyline's terrace, where `design/skyline.tsx` already has one chair. */

/** One friend beside the empty chair. */
export function WavingFriend() {
  return (
    <g strokeWidth="3.5">
      <path className="roof-head" d="M112-35h0" />
      <path strokeWidth="8" d="M112.5-24v9" />
      <path d="M110-13v13M115-13v13M109-25l-6 10" />
      <path className="roof-wave" d="M115-26l8-5 3-9" />
    </g>
  );
}

/** A table and a second chair, both chairs empty. */
export function LaidTable() {
  return <path strokeWidth="3.5" d="M84-14h28M98-14v14M92-14v-5M104-14v-5M138-16v16M138-8h-19v8" />;
}
