import type { AppPlatforms } from '../../../contract/availability.ts';
import { elementIds } from './element-ids.ts';
import { nextSteps } from './invite-texts.ts';

const STORES = { beta: 'TestFlight', paused: 'Google Play', launched: 'the App Store' } as const;

/**
 * What to do after the app's button was pressed, when the visitor comes back to this page. The stylesheet shows it then
 * (`data-pressed`), where the app can be installed, and the last line only in the browsers of other apps
 * (`data-in-app`), which may not open a store.
 */
export function NextSteps({ app, name }: { app: AppPlatforms; name?: string | undefined }) {
  const isOnAndroid = app.android !== 'soon';
  if (app.ios === 'paused' && !isOnAndroid) return null;
  return (
    <div className="next-steps" role="status">
      <ol className={isOnAndroid ? undefined : 'not-android'}>
        {app.ios !== 'paused' && (
          <li className={isOnAndroid ? 'not-android' : undefined}>
            {nextSteps.install(STORES[app.ios])}
          </li>
        )}
        {isOnAndroid && <li className="android-only">{nextSteps.install('Google Play')}</li>}
        <li>
          {nextSteps.before} <bdi translate="no">{name ?? nextSteps.nameless}</bdi>
          {nextSteps.after}
        </li>
      </ol>
      <p className="in-app">
        {nextSteps.trouble}{' '}
        <span className="not-android">
          Press ••• and <em>{nextSteps.openOutside}</em>.
        </span>
        {/* biome-ignore lint/a11y/useValidAnchor: the script sets its address */}
        <a className="android-only" id={elementIds.outside} href="">
          {nextSteps.openOutside}
        </a>
      </p>
    </div>
  );
}
