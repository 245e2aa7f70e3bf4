import {
  type AppPlatforms,
  isOrdered,
  type PlatformState,
} from '../../../contract/availability.ts';
import { elementIds, nextSteps } from './invite-texts.ts';
import { ByPlatform } from './platforms.tsx';

/**
 * What to do after the app's button was pressed, when the visitor comes back to this page. The stylesheet shows these
 * steps after the press (`data-pressed`), where the app can be installed. The last line is only for the browsers inside
 * other apps (`data-in-app`), because some of them cannot open a store.
 */
export function NextSteps({ app, name }: { app: AppPlatforms; name?: string | undefined }) {
  const { ios, android } = app;
  const isOnAndroid = android !== 'soon';
  if (ios === 'paused' && !isOnAndroid) return null;
  return (
    <div className="next-steps" role="status">
      <ol className={isOnAndroid ? undefined : 'not-android'}>
        {ios !== 'paused' && (
          <li className={isOnAndroid ? 'not-android' : undefined}>{nextSteps.first[ios]}</li>
        )}
        {android !== 'soon' && (
          <li className="android-only">{nextSteps.firstOnAndroid[android]}</li>
        )}
        <li>
          <ByPlatform ios={wordsBefore(ios)} android={wordsBefore(isOnAndroid ? android : ios)} />{' '}
          <bdi translate="no">{name ?? nextSteps.nameless}</bdi>
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

function wordsBefore(state: PlatformState): string {
  return isOrdered(state) ? nextSteps.beforeIfOrdered : nextSteps.before;
}
