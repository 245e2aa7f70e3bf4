import { Cat } from '../../design/cat.tsx';

/** A bench under the only lamp, with the cat beside it. */
export function EmptyBench() {
  return (
    <>
      <path
        className="street-iron"
        d="M-78-66h112v9H-78zM-78-52h112v9H-78zM-84-32h124v8H-84zM-68-24h7V0h-7zM17-24h7V0h-7zM-68-70h6v40h-6zM18-70h6v40h-6z"
      />
      <Cat />
    </>
  );
}
