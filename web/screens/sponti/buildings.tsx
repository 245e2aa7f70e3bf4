/** The buildings of the four places, each 280 wide, with the ground at y = 220. */
export function Shop() {
  return (
    <>
      <path className="walls" d="M36 78h208v142H36z" />
      <path className="dark" d="M52 134h96v62H52zM166 134h58v86h-58z" />
      <path className="yellow lit" d="M58 140h84v50H58zM172 140h46v80h-46z" />
      <path className="red" d="M64 190v-16h18v16zM90 190v-28h11v28zM110 190a12 12 0 0 1 24 0z" />
      <path
        className="cream"
        d="M26 78h38v44a19 16 0 0 1-38 0zM102 78h38v44a19 16 0 0 1-38 0zM178 78h38v44a19 16 0 0 1-38 0z"
      />
      <path
        className="red"
        d="M26 70h228v12H26zM64 78h38v44a19 16 0 0 1-38 0zM140 78h38v44a19 16 0 0 1-38 0zM216 78h38v44a19 16 0 0 1-38 0z"
      />
    </>
  );
}

export function Tent() {
  return (
    <>
      <path className="cream" d="M20 130 140 44l120 86-14 90H34z" />
      <path
        className="red"
        d="M140 44 76 130l-6 90H34l-14-90zM140 44l-22 86v90h44v-90zM140 44l64 86 6 90h36l14-90zM137 12h5v36h-5zM142 12l34 9-34 11z"
      />
      <path className="dark" d="M140 134q-24 42-34 86h68q-10-44-34-86z" />
      <path className="yellow lit" d="M140 156q-14 30-19 64h38q-5-34-19-64z" />
    </>
  );
}

export function Parasol() {
  return (
    <>
      <path className="cream" d="M137 30h6v190h-6z" />
      <path className="cream" d="M40 104Q60 40 140 34q80 6 100 70z" />
      <path
        className="red"
        d="M40 104Q60 40 140 34 96 52 92 104zM140 34q-26 24-24 70h48q2-46-24-70zM140 34q80 6 100 70h-52q-4-52-48-70z"
      />
      <path className="cream" d="M76 160h128v9H76z" />
      <path
        className="walls"
        d="M34 138h8v42h30v40h-8v-32H42v32h-8zM246 138h-8v42h-30v40h8v-32h22v32h8z"
      />
      <path className="yellow lit" d="M106 160l10-26h44l10 26z" />
      <path className="tick" d="m129 146 7 7 14-13" />
    </>
  );
}

export function Club() {
  return (
    <>
      <path className="walls" d="M56 220V92a84 66 0 0 1 168 0v128z" />
      <path className="dark" d="M94 220v-88a46 38 0 0 1 92 0v88z" />
      <path className="yellow lit" d="M140 220V102a38 34 0 0 1 38 34v84z" />
      <path className="yellow lit" d="m140 40 6 14 15 1-12 10 4 15-13-8-13 8 4-15-12-10 15-1z" />
      <path className="rope" d="M28 176q28 36 56 0M196 176q28 36 56 0" />
      <path className="post" d="M28 217v-45M84 217v-45M196 217v-45M252 217v-45" />
    </>
  );
}
