/** What the restaurants of the Dinder scene cook, drawn around 0, 0 and about 160 wide. */
export function Pizza() {
  return (
    <>
      <path className="crust" d="M-74-50Q0-88 74-50l-8 22H-66z" />
      <path className="cheese" d="M-66-30Q0-62 66-30L0 92z" />
      <path className="salami" d="M-22-12h0M22-16h0M0 30h0" />
    </>
  );
}

export function Ramen() {
  return (
    <>
      <path className="chopsticks" d="M-6-14 58-82M10-14 78-74" />
      <path
        className="noodles"
        d="M-62-10q0-22 22-22t22 22M-32-10q0-30 26-30T20-10M6-10q0-22 24-22t24 22"
      />
      <path className="tomato" d="M-84-12H84q0 76-60 84H-24q-60-8-60-84z" />
    </>
  );
}
