import { brand } from '../../../brand.ts';

/** Opens the beta in a new tab. */
export function BetaLink({ id, label }: { id?: string; label: string }) {
  return (
    <a className="button" id={id} href={brand.betaLink} target="_blank" rel="noopener noreferrer">
      <span>{label}</span>
    </a>
  );
}
