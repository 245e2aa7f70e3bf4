/**
 * The floors of rooms, and of a screen with folders, the highest first. An entry is a folder or file of the room;
 * `screens/*` stands for each folder in `screens`, and `*` for each file that has no entry. A file may import from a
 * lower floor or from its own folder. Entries of the same floor do not import one another, except the files of
 * a screen.
 */
export const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  contract: [
    ['calls.ts'],
    ['schemas'],
    [
      'analytics.ts',
      'app-invites.ts',
      'identity.ts',
      'invite-events.ts',
      'inviters.ts',
      'invites.ts',
      'letters.ts',
      'link-previews.ts',
      'policies.ts',
      'screens.ts',
      'trusted-types.ts',
    ],
    ['durations.ts'],
  ],
  web: [
    ['vite.config.ts'],
    ['write-pages.ts'],
    ['prerender.tsx'],
    ['screens/*', 'document.tsx', 'text-files.ts', 'check-page.ts'],
    ['browser-calls.ts', 'hydrate-island.tsx', 'load-scripts.ts'],
    ['page.ts', 'call-api.ts', 'solve-challenge.ts'],
    ['letters'],
    ['design'],
  ],
  'web/screens/analytics': [
    ['*'],
    ['dashboard', 'identity'],
    ['analytics-event.ts', 'figures-texts.ts', 'sign-in-form-state.ts'],
  ],
  server: [
    ['main.ts'],
    ['app.ts'],
    ['operations'],
    ['waitlist', 'analytics'],
    ['letters'],
    ['invites', 'app-feed', 'identity'],
    ['pages', 'bot-check'],
    ['http'],
    ['app-parts.ts'],
    ['log.ts', 'csv.ts', 'key-for.ts', 'read-repeatedly.ts'],
    ['settings'],
  ],
  storage: [
    ['open.ts', 'database-url.ts'],
    ['moving'],
    ['analytics'],
    ['retention'],
    ['invites'],
    ['waitlist', 'identity'],
    ['letters'],
    ['erasures.ts'],
    ['engines', 'migrations', 'secret.ts'],
    ['engine.ts'],
    ['id-ranges.ts'],
    ['tables.ts', 'one-state.ts'],
    ['storage.ts', 'database.ts'],
    ['interface', 'errors.ts', 'counters.ts', 'search-text.ts', 'database-name.ts'],
  ],
  testing: [
    ['load', 'signed-in.ts'],
    ['fakes'],
    ['requests'],
    ['test-browser.ts', 'listening-app.ts', 'letters-site.ts'],
    ['test-app.ts', 'server-process.ts'],
    ['site-with-double.ts'],
    ['databases'],
    ['dice.ts', 'common-names.ts', 'memory-folder.ts', 'letter-links.ts'],
  ],
  proofs: [['run.ts'], ['*'], ['fuzz', 'disks'], ['proof.ts', 'balancer.ts']],
};

/**
 * @param path from the project's root
 * @param room a key of `floors`
 * @returns the floor of the path, 0 for the highest; undefined if the path has none
 */
export function floorOf(path: string, room: string): number | undefined {
  const entry = placeOf(path, room).replace(/\/.*/, '/*');
  const levelOf = (name: string) => floors[room]?.findIndex((names) => names.includes(name)) ?? -1;
  const isFile = /\.tsx?$/.test(entry);
  return [levelOf(entry), isFile ? levelOf('*') : -1].find((level) => level >= 0);
}

/**
 * Whether two files may import one another although neither is on a lower floor: both are in the same folder, which is
 * an entry of `floors`, or both are directly in the folder of a screen and on the same floor.
 */
export function areOfOneFolder(one: string, other: string, room: string): boolean {
  const isScreen = room.includes('/');
  const areBeside = [one, other].every((path) => !path.slice(room.length + 1).includes('/'));
  if (isScreen && areBeside) return floorOf(one, room) === floorOf(other, room);
  return placeOf(one, room) === placeOf(other, room);
}

/** @returns the part of a path that has a floor in its room, such as `http` or `screens/home` */
function placeOf(path: string, room: string): string {
  const [place = path, part = ''] = path.slice(room.length + 1).split('/');
  const isDivided = floors[room]?.some((names) => names.includes(`${place}/*`));
  return isDivided ? `${place}/${part}` : place;
}
