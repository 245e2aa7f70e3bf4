import { DAY_MS, isoDay } from '../../../../contract/durations.ts';
import { MAX_MOVED_DAYS } from '../../../../contract/launch.ts';
import type { Launch } from '../../../../contract/schemas/launch.ts';
import { actOnLaunch, getLaunch, moveDeletion } from '../../../browser-calls.ts';
import { callApi } from '../../../call-api.ts';
import { ActButton, Acted, ActForm } from '../parts/act-button.tsx';
import { useDashboard, useDraft } from '../parts/dashboard-context.ts';
import { actTexts } from '../parts/dashboard-texts.ts';
import { Field, FigureRow, LookButton, Panel } from '../parts/panel.tsx';
import { useActs, useRead } from '../parts/use-acts.ts';
import { type LaunchActTexts, launchTexts as texts } from './launch-texts.ts';

/**
 * What becomes of the waitlist once the app is out. An admin must not write to the wrong people, write twice, or delete
 * by mistake. So each act asks first, with its numbers and days, and is refused if they have changed.
 */
export function LaunchPanel() {
  const [{ day }, setDraft] = useDraft('launch-day', { day: '' });
  const dashboard = useDashboard();
  const acts = useActs();
  const read = () => callApi(getLaunch, undefined);
  const { shown: launch, setShown, look, refresh } = useRead(acts, texts.show, read);

  const act = ([name, said, question]: LaunchActTexts, call: () => Promise<Launch>) => ({
    name,
    ...(question && { question }),
    call,
    lost: actTexts.unanswered,
    refresh,
    show(now: Launch) {
      setShown(now);
      dashboard.refresh();
      return said;
    },
  });
  /** What can be done now. What the admin sees is sent. */
  function actNow(launch: Launch) {
    const { act: now, people } = launch;
    return now && act(texts.acts[now](launch), () => callApi(actOnLaunch, { act: now, people }));
  }
  const now = launch && actNow(launch);

  return (
    <Panel
      title={texts.title}
      notes={[texts.subtitle]}
      tools={<LookButton acts={acts} look={look} isRead={launch !== undefined} />}
    >
      {launch?.figures && <FigureRow of={launch.figures} />}
      {launch && (
        <div className="row">
          <p>{launch.state}</p>
          {/* With a key, so that a second press of Start does not stop. */}
          {now && <ActButton key={launch.act} acts={acts} act={now} />}
        </div>
      )}
      {launch?.day && launch.canMove && (
        <ActForm
          acts={acts}
          act={act(texts.moveDay(day), () => callApi(moveDeletion, { day }))}
          className="row"
          noValidate={false}
        >
          {/* React does not set it, because a date is empty while a part of it is being typed. */}
          <Field
            label={texts.day}
            type="date"
            required
            min={isoDay(Date.parse(launch.day) + DAY_MS)}
            max={isoDay(Date.now() + MAX_MOVED_DAYS * DAY_MS)}
            defaultValue={day}
            onChange={({ target }) => setDraft(() => ({ day: target.value }))}
          />
        </ActForm>
      )}
      <Acted acts={acts} />
    </Panel>
  );
}
