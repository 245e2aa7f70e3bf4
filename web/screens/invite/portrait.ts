/**
 * Lays the picture over the initial as soon as it is there; without it, or when it fails, the initial
 * stays.
 */
export function showPicture(portrait: HTMLElement, address: string | null): void {
  const href = loadable(address);
  if (!href) return;
  const picture = new Image(400, 400);
  picture.alt = '';
  picture.decoding = 'async';
  picture.referrerPolicy = 'no-referrer';
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
