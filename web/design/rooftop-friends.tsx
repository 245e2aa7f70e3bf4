/** Two friends on the skyline's terrace; one of them waves at the visitor. */
export function RooftopFriends() {
  return (
    <g strokeWidth="3.5">
      <path className="rooftop-heads" d="M66-28h0M112-35h0" />
      <path strokeWidth="8" d="M66-18v7M112.5-24v9" />
      <path d="M66-9h11v9M66-19l9 4 5-4M110-13v13M115-13v13M109-25l-6 10" />
      <path className="rooftop-wave" d="M115-26l8-5 3-9" />
    </g>
  );
}
