import { INVITE_PICTURE_ROUTE } from '../contract/link-previews.ts';
import { WAITLIST_PATH } from '../contract/screens.ts';
import { METRICS_PATH } from '../server/operations/metrics.ts';
import { textFiles } from '../web/text-files.ts';

/** The starts of the paths that `npm run dev` passes to the real server. */
export const PROXIED: readonly string[] = [
  '/.well-known/',
  '/api/',
  '/healthz',
  '/readyz',
  INVITE_PICTURE_ROUTE.replace(/:.*/, ''),
  METRICS_PATH,
  WAITLIST_PATH,
  ...Object.keys(textFiles).map((name) => `/${name}`),
];
