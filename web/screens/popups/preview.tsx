import { Logo } from '../../design/logo.tsx';
import { Bricks } from './bricks.tsx';
import { Flyers } from './flyers.tsx';
import { Onlookers } from './onlookers.tsx';

/** The wall of `/popups` with the first of its flyers. */
export function PopupsPreview() {
  return (
    <div className="poster preview popups-preview sky">
      <div className="wall city">
        <Bricks />
        <Onlookers />
        <p className="mural-name display">
          Pop-<span className="mural-up">up</span>
          <br />
          Events
        </p>
        <Logo />
        <Flyers />
      </div>
    </div>
  );
}
