import { brand } from '../../../brand.ts';
import { Logo } from '../../design/logo.tsx';
import { RooftopFriends } from '../../design/rooftop-friends.tsx';
import { Skyline } from '../../design/skyline.tsx';

/** The first screen of `/` at six o'clock, without the form. */
export function HomePreview() {
  return (
    <div className="preview home-preview sky">
      <div className="preview-words">
        <Logo />
        <p className="tagline display">{brand.tagline}</p>
      </div>
      <Skyline>
        <RooftopFriends />
      </Skyline>
    </div>
  );
}
