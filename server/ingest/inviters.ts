import { MAX_INVITER_ID_CHARACTERS, MAX_NAME_CHARACTERS } from '../../contract/inviters.ts';
import { ImportedInviter, type PutInviterRequest } from '../../contract/schemas/inviters.ts';
import type { Inviter } from '../../storage/invites/inviters.ts';
import type { Storage } from '../../storage/open.ts';
import { errors } from '../http/errors.ts';
import { checkFields, type Intake, storeValid } from './intake.ts';
import { checkProfileImageUrl } from './profile-image-url.ts';

/**
 * Control characters, line breaks, and characters that change the direction of the text after it. Also
 * noncharacters such as U+FFFE: Unicode reserves them for use inside a program, and XML, such as SVG, does not allow
 * U+FFFE.
 */
const NEVER_IN_A_LINE =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u{202a}-\u{202e}\u{2066}-\u{2069}]/u;
/** A name or note needs a visible character. Spaces, invisible characters and letters that are always blank do not count. */
const VISIBLE = /[[\p{L}\p{N}\p{P}\p{S}]--[\u115f\u1160\u2800\u3164\uffa0]]/v;

/**
 * Stores many users in one transaction, by the rules of `PUT /api/users/{id}`.
 *
 * @param rows as received: the fields of `PUT /api/users/{id}`, and the `id`
 * @param imageHosts allowed hosts of profile images; undefined for any
 * @throws StorageUnavailable if the storage cannot confirm that the users are stored
 */
export function storeInviters(
  rows: readonly unknown[],
  { inviters }: Storage,
  imageHosts: readonly string[] | undefined,
): Promise<Intake> {
  return storeValid(
    rows,
    (row) => {
      const { id, ...profile } = checkFields(row, ImportedInviter, 'user');
      return checkInviter(id, profile, imageHosts);
    },
    async (users) => {
      await inviters.putAll(users);
      return users.map(() => 'stored');
    },
  );
}

/**
 * Validates and normalises a profile.
 *
 * @param imageHosts allowed hosts of profile images; undefined for any
 * @returns the profile in its stored form: names trimmed, an empty first name or image address removed
 * @throws CallError with the reason
 */
export function checkInviter(
  id: string,
  { username, firstName, profileImageUrl }: PutInviterRequest,
  imageHosts: readonly string[] | undefined,
): Inviter {
  checkId('id', id, MAX_INVITER_ID_CHARACTERS);
  const name = checkName('username', username);
  if (!name) throw errors.missingUsername();
  return {
    id,
    username: name,
    firstName: checkName('firstName', firstName ?? ''),
    profileImageUrl: profileImageUrl ? checkProfileImageUrl(profileImageUrl, imageHosts) : null,
  };
}

/** @param name the field's name, for the error. @throws CallError */
export function checkId(name: string, id: string, maxCharacters: number): void {
  const isId = id !== '' && id.isWellFormed() && !/\p{Cc}/u.test(id);
  if (!isId || !hasAtMost(maxCharacters, id)) throw errors.invalidId(name, maxCharacters);
}

function checkName(name: string, written: string): string | null {
  const text = readLine(written, MAX_NAME_CHARACTERS);
  if (text === undefined) throw errors.invalidName(name);
  return text;
}

/** @returns the line without spaces around it; null if nothing of it can be seen; undefined if it must not be stored */
export function readLine(written: string, maxCharacters: number): string | null | undefined {
  const text = written.trim();
  const isLine = text.isWellFormed() && !NEVER_IN_A_LINE.test(text);
  if (!isLine || !hasAtMost(maxCharacters, text)) return undefined;
  return VISIBLE.test(text) ? text : null;
}

/** Counts code points, and stops early for a long text. */
function hasAtMost(max: number, text: string): boolean {
  return text.length <= 2 * max && [...text].length <= max;
}
