/** Under the one lamp a bench, and beside it the one who is always out. */
export function EmptyBench() {
  return (
    <>
      <path
        className="street-iron"
        d="M-78-66h112v9H-78zM-78-52h112v9H-78zM-84-32h124v8H-84zM-68-24h7V0h-7zM17-24h7V0h-7zM-68-70h6v40h-6zM18-70h6v40h-6z"
      />
      <path
        className="cat"
        d="M84 0c-5-18 0-33 12-40-3-6-3-13 0-20l7 6h9l7-6c3 7 3 14-1 20 9 9 11 23 10 32 6-1 9-6 8-13 0-4 5-4 6 0 2 12-5 21-15 21z"
      />
      <path className="cat-eyes" d="M103-47h0M112-47h0" />
    </>
  );
}
