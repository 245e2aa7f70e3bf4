import { type AppPlatforms, isInStore } from '../../../contract/availability.ts';
import type { Friend } from '../../design/friend/friend.tsx';
import { Street } from '../../design/street.tsx';
import { dinnerLink, EMAIL_FIELD_ID } from '../../design/waitlist-texts.ts';
import { StoreLink } from './get-app.tsx';

const guests: { name: Friend; x: number }[] = [
  { name: 'Lu', x: -96 },
  { name: 'Jo', x: -32 },
  { name: 'Mia', x: 32 },
  { name: 'Sam', x: 96 },
];

/** To the store that has the app, and from other platforms to the form. */
export function DinnerLinks({ ios, android }: AppPlatforms) {
  const [onIos, onAndroid] = [isInStore(ios), isInStore(android)];
  return (
    <>
      {onIos && <StoreLink className="not-android" state={ios} href="{{iosLink}}" />}
      {onAndroid && <StoreLink className="android-only" state={android} href="{{androidLink}}" />}
      {(!onIos || !onAndroid) && (
        <a
          className={`button${onIos ? ' android-only' : ''}${onAndroid ? ' not-android' : ''}`}
          href={`#${EMAIL_FIELD_ID}`}
        >
          {dinnerLink.idle}
        </a>
      )}
    </>
  );
}

/** The last scene: the four friends from the windows, at one table on the pavement. */
export function Dinner() {
  return (
    <section className="dinner city">
      <p className="scene-name">In an hour</p>
      <h2 className="display">There you all are.</h2>
      {'{{dinnerLinks}}'}
      <Street>
        {guests.map(({ name, x }) => (
          <g key={name}>
            <path className={`friend-${name}`} d={`M${x - 25}-30v-34a25 20 0 0 1 50 0v34z`} />
            <circle className={`friend-${name}`} cx={x} cy="-104" r="25" />
            <path className="eyes" strokeWidth="4.5" d={`M${x - 8}-106v2m16 0v-2`} />
            <path className="smile" d={`M${x - 7}-95q7 7 14 0`} />
          </g>
        ))}
        <path className="street-iron" d="M-130-34h260v8h-260zM-104-26h6V0h-6zM98-26h6V0h-6z" />
        <path className="table" d="M-150-58h300v10H-150zM-126-48h8V0h-8zM118-48h8V0h-8z" />
        <path className="plates" d="M-114-62h36M-50-62h36M14-62h36M78-62h36" />
        <path
          className="tacos"
          d="M-108-64a12 11 0 0 1 24 0zM-44-64a12 11 0 0 1 24 0zM20-64a12 11 0 0 1 24 0zM84-64a12 11 0 0 1 24 0z"
        />
      </Street>
    </section>
  );
}
