import { brand } from '../../../brand.ts';

/** Opens the beta in a new tab. */
export function BetaLink({ id, label }: { id?: string; label: string }) {
  return (
    <a className="button" id={id} href={brand.betaLink} target="_blank" rel="noopener noreferrer">
      <span>{label}</span>
    </a>
  );
}

/** A link to the page's own address, which loads the page again. */
export function TryAgain() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: an empty address is that of the page
    <a className="button try-again" href="">
      Try again
    </a>
  );
}
