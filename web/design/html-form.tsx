import { EMAIL_FIELD_NAME, WAITLIST_PATH } from '../../contract/screens.ts';
import { EMAIL_PLACEHOLDER, joinButton } from './waitlist-texts.ts';

/** The waitlist's form for browsers without JavaScript. @param email the address that was refused before */
export function HtmlForm({ email }: { email?: string }) {
  return (
    <form className="pill" method="post" action={WAITLIST_PATH}>
      <input
        className="field"
        type="email"
        name={EMAIL_FIELD_NAME}
        required
        aria-label={EMAIL_PLACEHOLDER}
        placeholder={EMAIL_PLACEHOLDER}
        defaultValue={email}
      />
      <button className="button" type="submit">
        {joinButton.idle}
      </button>
    </form>
  );
}
