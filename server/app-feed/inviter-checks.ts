import { MAX_INVITER_ID_CHARACTERS, MAX_NAME_CHARACTERS } from '../../contract/inviters.ts';
import type { PutInviterRequest } from '../../contract/schemas/inviters.ts';
import type { Inviter } from '../../storage/storage.ts';
import { errors } from '../http/errors.ts';
import { checkProfileImageUrl } from './profile-image-url.ts';

/**
 * Would break a line, or turn the words after the name around wherever it is shown. Noncharacters (such as
 * U+FFFE) have no meaning outside of one program, and a document in XML that holds one is not well-formed.
 */
const NEVER_IN_A_NAME =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u{202a}-\u{202e}\u{2066}-\u{2069}]/u;
/** Spaces and invisible characters alone are no name, nor are the letters that fonts leave blank. */
const VISIBLE = /[[\p{L}\p{N}\p{P}\p{S}]--[\u115f\u1160\u2800\u3164\uffa0]]/v;

/**
 * @param imageHosts where profile images may come from; undefined for anywhere
 * @returns the profile as it is stored: names trimmed, an empty first name or address as none
 * @throws CallError with a sentence about what is wrong
 */
export function checkInviter(
  id: string,
  { username, firstName, profileImageUrl }: PutInviterRequest,
  imageHosts: readonly string[] | undefined,
): Inviter {
  checkInviterId(id);
  const name = checkName('username', username);
  if (!name) throw errors.missingUsername();
  return {
    id,
    username: name,
    firstName: checkName('firstName', firstName ?? ''),
    profileImageUrl: profileImageUrl ? checkProfileImageUrl(profileImageUrl, imageHosts) : null,
  };
}

/** @throws CallError for an id that nobody can have */
export function checkInviterId(id: string): void {
  checkId('id', id, MAX_INVITER_ID_CHARACTERS);
  // Browsers and proxies take them for steps through folders, encoded or not.
  if (id === '.' || id === '..') throw errors.unnameableId();
}

/** @param name of the field, for the sentence. @throws CallError */
export function checkId(name: string, id: string, maxCharacters: number): void {
  const isId = id !== '' && id.isWellFormed() && !/\p{Cc}/u.test(id);
  if (!isId || !hasAtMost(maxCharacters, id)) throw errors.invalidId(name, maxCharacters);
}

function checkName(name: string, written: string): string | null {
  const text = written.trim();
  const isName = text.isWellFormed() && !NEVER_IN_A_NAME.test(text);
  if (!isName || !hasAtMost(MAX_NAME_CHARACTERS, text)) throw errors.invalidName(name);
  return VISIBLE.test(text) ? text : null;
}

/** Counts characters as people write them down in Unicode, and does not walk through a long text. */
function hasAtMost(max: number, text: string): boolean {
  return text.length <= 2 * max && [...text].length <= max;
}
