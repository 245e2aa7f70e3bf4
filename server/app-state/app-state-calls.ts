import type { AppStateResponse } from '../../contract/schemas/app-state.ts';
import type { StoredAppState } from '../../storage/app-state.ts';
import type { AppParts } from '../app-parts.ts';
import type { Handlers } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import { createAuthors } from '../identity/sessions.ts';

/** The calls with which admins change where visitors get the app. */
export function appStateCalls({ storage: { appState }, clock }: AppParts) {
  const authorOf = createAuthors(clock);

  return {
    getAppState: async () => present(await appState.read()),

    /** The later of two changes at the same time holds, and its answer says that there was another. */
    async changeAppState(request) {
      const { seen, ...change } = request.body;
      const changed = await appState.change(change, authorOf(request));
      if ('problem' in changed) throw errors.invalidAppState(changed.problem);
      const { before, after } = changed;
      return { ...present(after), changedMeanwhile: before.id !== seen };
    },

    /** Undoes nothing that the admin did not see; the answer says so. */
    async undoAppState(request) {
      const { seen } = request.body;
      const undone = await appState.undo(authorOf(request), seen);
      if (!undone) throw errors.unchangedApp();
      return { ...present(undone.after), changedMeanwhile: undone.before.id !== seen };
    },
  } satisfies Partial<Handlers>;
}

function present({ id, at, state }: StoredAppState): AppStateResponse {
  const changedAt = at === null ? null : new Date(at).toISOString();
  const { ios, iosLink, android, androidLink } = state;
  return { id, changedAt, ios, iosLink, android, androidLink };
}
