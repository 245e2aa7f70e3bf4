/** A link to the page's own address, which loads the page again. */
export function TryAgain() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: an empty address is that of the page
    <a className="button try-again" href="">
      Try again
    </a>
  );
}
