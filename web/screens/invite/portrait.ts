/** Replaces the initial with the picture. The initial stays if there is no picture or it does not load. */
export function showPicture(
  portrait: HTMLElement,
  initial: HTMLElement,
  address: string | null,
): void {
  const href = loadable(address, location.origin);
  if (!href) return;
  const picture = new Image(400, 400);
  picture.alt = '';
  picture.decoding = 'async';
  picture.referrerPolicy = 'no-referrer';
  picture.onload = () => {
    // The initial would be visible through the transparent parts of a picture.
    initial.hidden = true;
  };
  picture.onerror = () => picture.remove();
  picture.src = href;
  portrait.append(picture);
}

/** Accepts only https and our own origin, so that the network cannot read or change the picture. */
export function loadable(address: string | null, own: string): string | undefined {
  if (!address) return undefined;
  try {
    const { protocol, origin, href } = new URL(address, own);
    return protocol === 'https:' || origin === own ? href : undefined;
  } catch {
    return undefined;
  }
}
