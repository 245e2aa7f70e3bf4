import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Names what is drawn for a name. It stands in the picture's address, which chats keep for as long as
 * they like; so it changes with everything that the picture is made of, down to the code of this room.
 */
export function pictureVersions(scene: string): (name: string) => string {
  const room = createHash('sha256').update(scene);
  for (const entry of readdirSync(import.meta.dirname, {
    recursive: true,
    encoding: 'utf8',
  }).sort()) {
    if (/\.(ts|ttf)$/.test(entry)) room.update(readFileSync(join(import.meta.dirname, entry)));
  }
  const drawing = room.digest();
  return (name) =>
    createHash('sha256').update(drawing).update(name).digest('base64url').slice(0, 12);
}
