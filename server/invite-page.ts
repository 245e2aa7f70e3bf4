import { INVITE_PATH, inviteModeOf } from '../contract/screens.ts';
import type { App, AppParts } from './app.ts';
import { sendResource } from './resource.ts';

/** Serves the invite page in the mode that its link asks for, so that no mode flashes another. */
export function registerInvitePage(app: App, { site }: AppParts): void {
  app.get(`${INVITE_PATH}/:id?`, (request, reply) => {
    const [, query = ''] = /\?(.*)/.exec(request.url) ?? [];
    const mode = inviteModeOf(new URLSearchParams(query));
    const page = site().invites.get(mode) ?? site().notFound;
    return sendResource(page, request, reply);
  });
}
