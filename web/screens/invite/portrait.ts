/** Puts the picture in the place of the initial, which stays where there is none or it does not load. */
export function showPicture(
  portrait: HTMLElement,
  initial: HTMLElement,
  address: string | null,
): void {
  const href = loadable(address);
  if (!href) return;
  const picture = new Image(400, 400);
  picture.alt = '';
  picture.decoding = 'async';
  picture.referrerPolicy = 'no-referrer';
  picture.onload = () => {
    // It would show through a picture that is transparent in places.
    initial.hidden = true;
  };
  picture.onerror = () => picture.remove();
  picture.src = href;
  portrait.append(picture);
}

/** Only what nobody on the way can read or change: an https address, or one of our own. */
function loadable(address: string | null): string | undefined {
  if (!address) return undefined;
  try {
    const { protocol, origin, href } = new URL(address, location.origin);
    return protocol === 'https:' || origin === location.origin ? href : undefined;
  } catch {
    return undefined;
  }
}
