import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/**
 * The folders whose code and fonts the version depends on. Tests are left out, because a container has no tests, but
 * must have the same version.
 */
const ROOMS = {
  'server/invites/picture': /(?<!\.test)\.ts$/,
  'server/invites/picture/fonts': /^coverage\.json$|\.br$/,
};
/** Other files that the picture depends on. */
const SOURCES = [
  'server/invites/invite-picture.ts',
  'contract/inviters.ts',
  'contract/invites.ts',
  'contract/link-previews.ts',
];
const PACKAGES = ['@resvg/resvg-js', 'bidi-js', 'harfbuzzjs'];

/**
 * @returns a function that returns the version of the picture for a name. The version is a part of the picture's
 *   address. Chat apps may cache an address for ever, so the version is a hash of all inputs of the picture
 */
export function pictureVersions(pictureBase: string): (name: string) => string {
  program ??= digestProgram();
  const digest = createHash('sha256').update(program).update(pictureBase).digest();
  return (name) =>
    createHash('sha256').update(digest).update(name).digest('base64url').slice(0, 12);
}

let program: Buffer | undefined;

/** Computed once: it reads 7 MB of code and fonts, which do not change while the program runs. */
function digestProgram(): Buffer {
  const drawing = createHash('sha256');
  for (const file of sources()) drawing.update(read(file));
  const { dependencies } = JSON.parse(read('package.json').toString());
  for (const name of PACKAGES) drawing.update(`${name}@${dependencies[name]}`);
  return drawing.digest();
}

function sources(): string[] {
  const inRooms = Object.entries(ROOMS).flatMap(([room, draws]) =>
    readdirSync(join(ROOT, room))
      .filter((file) => draws.test(file))
      .sort()
      .map((file) => join(room, file)),
  );
  return [...SOURCES, ...inRooms];
}

function read(file: string): Buffer {
  return readFileSync(join(ROOT, file));
}
