import { Logo } from '../../design/logo.tsx';
import { Pin } from './pin.tsx';
import { StreetMap } from './street-map.tsx';

/** The bay of `/sponti` and the first streets of the town. */
export function SpontiPreview() {
  return (
    <div className="poster preview sponti-preview sky">
      <Logo />
      <p className="bay-title display">
        Sp
        <Pin />
        <span className="bay-o">o</span>
        nti
      </p>
      <div className="town">
        <StreetMap />
      </div>
    </div>
  );
}
