/** Drawn around 0, 0 and about 160 wide. */
export function Taco() {
  return (
    <>
      <path
        className="lettuce"
        d="M-78 20a18 18 0 0 1 8-30 20 20 0 0 1 20-26 22 22 0 0 1 34-16 24 24 0 0 1 38 2 22 22 0 0 1 32 18 20 20 0 0 1 18 24 18 18 0 0 1 6 28z"
      />
      <path className="tomato" d="M-46-26h22v22h-22zM6-44h22v22H6zM38-16h20v20H38z" />
      <path className="crust" d="M-82 46a82 70 0 0 1 164 0q0 14-14 14H-68q-14 0-14-14z" />
    </>
  );
}
