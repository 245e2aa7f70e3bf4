/** @returns request targets that the router treats as this path, first the path itself */
export function spellingsOf(path: string): string[] {
  const ends = ['', '?', '?x=1', '?%', '#', '#x'].map((end) => path + end);
  const encoded = Array.from(path, (character, index) => {
    // An encoded slash is part of a segment and does not divide the path.
    if (character === '/') return [];
    const code = character.charCodeAt(0).toString(16);
    return [code, code.toUpperCase()].map(
      (hex) => `${path.slice(0, index)}%${hex}${path.slice(index + 1)}`,
    );
  }).flat();
  const origins = [
    'http://x',
    'https://x',
    'HTTP://x',
    'http://x:80',
    'http://u:p@x',
    'http://[::1]',
  ];
  const absolute = origins.flatMap((origin) => [origin + path, `${origin}${encoded[0]}?x=1`]);
  return [...new Set([...ends, ...encoded, ...absolute])];
}
